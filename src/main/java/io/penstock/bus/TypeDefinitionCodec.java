package io.penstock.bus;

import io.penstock.model.TypeDefinition;
import io.penstock.model.TypeDefinition.CompositeType;
import io.penstock.model.TypeDefinition.DomainType;
import io.penstock.model.TypeDefinition.EnumType;
import io.penstock.model.TypeDefinition.RangeType;

/** User-defined types. */
final class TypeDefinitionCodec {
    private static final int ENUM = 1;
    private static final int DOMAIN = 2;
    private static final int COMPOSITE = 3;
    private static final int RANGE = 4;

    private TypeDefinitionCodec() {}

    static void write(WireWriter out, TypeDefinition type) {
        if (type instanceof EnumType enumType) {
            head(out, ENUM, type);
            out.list(enumType.labels(), WireWriter::text);
            out.list(enumType.labelIds(), WireWriter::signed);
        } else if (type instanceof DomainType domain) {
            head(out, DOMAIN, type);
            out.text(domain.baseType());
            out.text(domain.collation());
            out.bool(domain.notNull());
            out.text(domain.defaultExpression());
            out.list(domain.checks(), WireWriter::text);
        } else if (type instanceof CompositeType composite) {
            head(out, COMPOSITE, type);
            out.list(composite.attributes(), TableCodec::writeColumn);
        } else if (type instanceof RangeType range) {
            head(out, RANGE, type);
            out.text(range.subtype());
            out.text(range.collation());
            out.text(range.operatorClass());
            out.text(range.multirangeName());
        } else {
            throw new IllegalArgumentException(
                    "no way to send a " + type.getClass().getSimpleName());
        }
    }

    private static void head(WireWriter out, int kind, TypeDefinition type) {
        out.octet(kind);
        TableDefinitionCodec.writeName(out, type.name());
    }

    static TypeDefinition read(WireReader in) {
        int kind = in.octet();
        var name = TableDefinitionCodec.readName(in);
        return switch (kind) {
            case ENUM -> new EnumType(name, in.list(WireReader::text), in.list(WireReader::signed));
            case DOMAIN -> new DomainType(name, in.text(), in.text(), in.bool(), in.text(), in.list(WireReader::text));
            case COMPOSITE -> new CompositeType(name, in.list(TableCodec::readColumn));
            case RANGE -> new RangeType(name, in.text(), in.text(), in.text(), in.text());
            default -> throw new UnreadableMessageException("no type is of kind " + kind);
        };
    }
}
