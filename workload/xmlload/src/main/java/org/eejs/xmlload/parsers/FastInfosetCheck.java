package org.eejs.xmlload.parsers;

import org.eejs.pix.limits.ParserLimits;

/**
 * Walks over a Fast Infoset document (ITU-T X.891, clause 7 and annex C) before the library's parser does, without
 * making anything of it: whether lengths stay within the document, indexes within what the document has put into
 * tables, and everything within limits. Only what the library's serializer writes by default is let through: no
 * vocabulary, document type or entity, no encoding but UTF-8.
 *
 * <p>The library's parser makes room for whatever length a document claims, 2 GiB included, before it looks for the
 * octets; calls itself for each level; finds names of the document before where an index leads beyond this one's; and
 * stops at the end of the document, whatever follows. For one document.
 */
final class FastInfosetCheck {
    private static final int SINGLE_END = 0xf0;
    private static final int DOUBLE_END = 0xff;
    private static final int ATTRIBUTES = 0x40;
    private static final int NAMESPACES = 0x38;

    private final byte[] document;
    private final ParserLimits limits;
    private int at;
    private int depth;
    /** For each element that is open, how many namespaces it declares. */
    private final int[] declared;
    /** How many namespaces are declared where the walk has come to. */
    private int scope;
    private int tags;
    // How many entries the document has put into each table so far.
    private int prefixes;
    private int namespaces;
    private int localNames;
    private int elementNames;
    private int attributeNames;
    private int values;
    private int chunks;
    private int otherNames;
    private int otherStrings;

    private FastInfosetCheck(byte[] document, ParserLimits limits) {
        this.document = document;
        this.limits = limits;
        declared = new int[limits.depth() + 1];
    }

    /** Refuses a document that the library shall not get. */
    static void check(byte[] document, ParserLimits limits) throws DocumentRefusedException {
        if (document.length > limits.documentBytes()) {
            throw new DocumentRefusedException("a document has " + limits.documentBytes()
                    + " bytes at most, this one has " + document.length);
        }
        new FastInfosetCheck(document, limits).document();
    }

    private DocumentRefusedException refused(String why) {
        return new DocumentRefusedException("Fast Infoset, byte " + at + ": " + why);
    }

    private int next() throws DocumentRefusedException {
        if (at == document.length) {
            throw refused("the document ends too early");
        }
        return document[at++] & 0xff;
    }

    private void document() throws DocumentRefusedException {
        if (next() != 0xe0 || next() != 0 || next() != 0 || next() != 1) {
            throw refused("the document does not begin as Fast Infoset does");
        }
        if (next() != 0) {
            throw refused("there is a vocabulary, a notation or the like, which is not read here");
        }
        boolean rootSeen = false;
        while (true) {
            int item = next();
            if (item < 0x80) {
                if (depth == 0 && rootSeen) {
                    throw refused("there is a second root");
                }
                rootSeen = true;
                element(item);
            } else if (item == SINGLE_END || item == DOUBLE_END) {
                int ends = item == SINGLE_END ? 1 : 2;
                if (ends > depth) {
                    if (!rootSeen || ends != depth + 1) {
                        throw refused("more ends here than has begun");
                    }
                    break;
                }
                for (int i = 0; i < ends; i++) {
                    end();
                }
            } else if (item == 0xe1) {
                tag();
                otherNames += identifying(otherNames, ParserLimits.NAME);
                otherStrings += nonIdentifying(otherStrings, limits.textBytes());
            } else if (item == 0xe2) {
                tag();
                otherStrings += nonIdentifying(otherStrings, limits.textBytes());
            } else if (depth > 0) {
                text(item);
            } else {
                throw refused("nothing here begins with " + item);
            }
        }
        if (at < document.length) {
            throw refused((document.length - at) + " bytes follow the document");
        }
    }

    private void tag() throws DocumentRefusedException {
        tags++;
        if (tags > limits.tags()) {
            throw refused("there are more than " + limits.tags() + " tags, comments and instructions");
        }
    }

    private void element(int first) throws DocumentRefusedException {
        tag();
        tag();
        depth++;
        if (depth > limits.depth()) {
            throw refused("elements are nested deeper than " + limits.depth());
        }
        declared[depth] = 0;
        int name = first & 0x3f;
        if (name == NAMESPACES) {
            namespaces();
            name = next();
        }
        elementName(name);
        if ((first & ATTRIBUTES) != 0) {
            attributes();
        }
    }

    private void end() {
        scope -= declared[depth];
        depth--;
    }

    private void namespaces() throws DocumentRefusedException {
        for (int item = next(); item != SINGLE_END; item = next()) {
            if ((item & 0xfc) != 0xcc) {
                throw refused("a namespace is expected");
            }
            declared[depth]++;
            scope++;
            if (scope > limits.scope()) {
                throw refused("more than " + limits.scope() + " namespaces are declared at one place");
            }
            if ((item & 2) != 0) {
                // The prefix xml stands in front of the table.
                prefixes += identifying(prefixes + 1, ParserLimits.NAME);
            }
            if ((item & 1) != 0) {
                namespaces += identifying(namespaces + 1, limits.tagBytes());
            }
        }
    }

    private void elementName(int name) throws DocumentRefusedException {
        switch (name >> 3) {
            case 0, 1, 2, 3 -> index(name, elementNames);
            case 4 -> index(((name & 7) << 8 | next()) + 32, elementNames);
            case 5 -> index(((name & 7) << 16 | next() << 8 | next()) + 2_080, elementNames);
            default -> {
                if (name == 0x30) {
                    index(((next() & 0x0f) << 16 | next() << 8 | next()) + 526_368, elementNames);
                } else if (name == 0x3c || name == 0x3d || name == 0x3f) {
                    literalName(name & 3);
                    elementNames++;
                } else {
                    throw refused("the name of an element is expected");
                }
            }
        }
    }

    /** A name that is written out: its prefix and namespace by index, if any. */
    private void literalName(int parts) throws DocumentRefusedException {
        if ((parts & 2) != 0) {
            indexOnly(prefixes + 1);
        }
        if ((parts & 1) != 0) {
            indexOnly(namespaces + 1);
        }
        localNames += identifying(localNames, ParserLimits.NAME);
    }

    private void attributes() throws DocumentRefusedException {
        int count = 0;
        while (true) {
            int name = next();
            if (name == SINGLE_END) {
                return;
            }
            if (name == DOUBLE_END) {
                end();
                return;
            }
            if (++count > limits.attributes()) {
                throw refused("an element has more than " + limits.attributes() + " attributes");
            }
            if (name < 0x70) {
                shortIndex(name, attributeNames);
            } else if (name == 0x78 || name == 0x79 || name == 0x7b) {
                literalName(name & 3);
                attributeNames++;
            } else {
                throw refused("the name of an attribute is expected");
            }
            values += nonIdentifying(values, limits.tagBytes());
        }
    }

    private void text(int item) throws DocumentRefusedException {
        if ((item & 0xec) == 0x80) {
            int size = item & 3;
            skip(size < 2 ? size + 1 : size == 2 ? next() + 3 : length(259), limits.textBytes());
            chunks += item >> 4 & 1;
        } else if (item >= 0xa0 && item < 0xb0) {
            index(item & 0x0f, chunks);
        } else if (item >= 0xb0 && item < 0xb4) {
            index(((item & 3) << 8 | next()) + 16, chunks);
        } else if (item >= 0xb4 && item < 0xb8) {
            index(((item & 3) << 16 | next() << 8 | next()) + 1_040, chunks);
        } else if (item == 0xb8) {
            index((next() << 16 | next() << 8 | next()) + 263_184, chunks);
        } else {
            throw refused("nothing that is read here begins with " + item);
        }
    }

    /** A string that goes into a table, or an index into that; returns how many entries the table has more. */
    private int identifying(int entries, int most) throws DocumentRefusedException {
        int first = next();
        if (first >= 0x80) {
            at--;
            indexOnly(entries);
            return 0;
        }
        if (first < 0x40) {
            skip(first + 1, most);
        } else if (first == 0x40) {
            skip(next() + 65, most);
        } else if (first == 0x60) {
            skip(length(321), most);
        } else {
            throw refused("a string is expected");
        }
        return 1;
    }

    private void indexOnly(int entries) throws DocumentRefusedException {
        int first = next();
        if (first < 0x80 || first >= 0xf0) {
            throw refused("an index is expected");
        }
        shortIndex(first & 0x7f, entries);
    }

    /** An index of one to three octets, the first of which is known, below 0x70. */
    private void shortIndex(int first, int entries) throws DocumentRefusedException {
        if (first < 0x40) {
            index(first, entries);
        } else if (first < 0x60) {
            index(((first & 0x1f) << 8 | next()) + 64, entries);
        } else {
            index(((first & 0x0f) << 16 | next() << 8 | next()) + 8_256, entries);
        }
    }

    /** A string that goes into a table or not, as it states itself, or an index into that table; returns as above. */
    private int nonIdentifying(int entries, int most) throws DocumentRefusedException {
        int first = next();
        if (first == 0xff) {
            return 0;
        }
        if (first >= 0x80) {
            at--;
            indexOnly(entries);
            return 0;
        }
        if ((first & 0x30) != 0) {
            throw refused("there is another encoding than UTF-8");
        }
        int size = first & 0x0f;
        if (size < 8) {
            skip(size + 1, most);
        } else if (size == 8) {
            skip(next() + 9, most);
        } else if (size == 12) {
            skip(length(265), most);
        } else {
            throw refused("a string is expected");
        }
        return first >> 6;
    }

    private int length(int base) throws DocumentRefusedException {
        long length = base + ((long) next() << 24 | next() << 16 | next() << 8 | next());
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    private void skip(int length, int most) throws DocumentRefusedException {
        if (length > most) {
            throw refused("a string claims " + length + " bytes, " + most + " are allowed");
        }
        if (length > document.length - at) {
            throw refused("a string claims " + length + " bytes, " + (document.length - at) + " are left");
        }
        at += length;
    }

    private void index(int index, int entries) throws DocumentRefusedException {
        if (index >= entries) {
            throw refused("index " + index + " leads into a table of " + entries);
        }
    }
}
