package io.penstock.model;

import java.util.List;

/**
 * A user-defined type that a replicated table needs. Type texts are the source's own, schema-qualified; expressions are
 * as the source's catalogue prints them.
 */
public sealed interface TypeDefinition {
    QualifiedName name();

    /**
     * @param labels in their sort order
     * @param labelIds the source's identifier of each label, which a renaming does not change; empty where it has none
     */
    record EnumType(QualifiedName name, List<String> labels, List<Long> labelIds) implements TypeDefinition {
        public EnumType {
            labels = List.copyOf(labels);
            labelIds = List.copyOf(labelIds);
            if (!labelIds.isEmpty() && labelIds.size() != labels.size()) {
                throw new IllegalArgumentException(
                        name + ": " + labels.size() + " labels, " + labelIds.size() + " ids");
            }
        }

        /** With labels that are known by their names only. */
        public EnumType(QualifiedName name, List<String> labels) {
            this(name, labels, List.of());
        }
    }

    /**
     * @param baseType type text with modifier
     * @param collation schema-qualified and quoted, or null
     * @param defaultExpression or null
     * @param checks each a whole {@code CONSTRAINT … CHECK (…)} clause
     */
    record DomainType(
            QualifiedName name,
            String baseType,
            String collation,
            boolean notNull,
            String defaultExpression,
            List<String> checks)
            implements TypeDefinition {
        public DomainType {
            checks = List.copyOf(checks);
        }
    }

    record CompositeType(QualifiedName name, List<Column> attributes) implements TypeDefinition {
        public CompositeType {
            attributes = List.copyOf(attributes);
        }
    }

    /** @param subtype type text; the other parameters of CREATE TYPE … AS RANGE are texts or null */
    record RangeType(QualifiedName name, String subtype, String collation, String operatorClass, String multirangeName)
            implements TypeDefinition {}
}
