package io.penstock.model;

/** The name of a type, sequence or other object of a schema, exactly as the catalogue holds it. */
public record QualifiedName(String schema, String name) {
    public QualifiedName {
        if (schema == null || schema.isEmpty() || name == null || name.isEmpty()) {
            throw new IllegalArgumentException("an object needs a schema and a name: " + schema + "." + name);
        }
    }

    @Override
    public String toString() {
        return schema + "." + name;
    }
}
