package org.eejs.xmlload;

import java.util.Random;

/**
 * Generates one document: as many items as its size holds, and text for the rest in the last of them. Items are written
 * first, since the head states their number and sums. For one thread.
 */
final class DocumentGenerator {
    /** Shorter documents have no optional parts, so that a whole item fits. */
    private static final int PLAIN_BELOW = 2_500;
    /** A shorter rest gets no text element. */
    private static final int LEAST_REST = 40;

    private final DocumentKind kind;
    private final DocumentShape shape;
    private final int size;
    private final boolean plain;
    private final Random seeds;
    private final long headSeed;
    private final DocumentWriter body;
    private final DocumentSums sums = new DocumentSums();
    private DocumentWriter.Mark beforeLast;
    private long lastSeed;
    private boolean lastPlain;

    DocumentGenerator(DocumentKind kind, int size, long seed) {
        this.kind = kind;
        this.size = size;
        shape = kind.shape;
        plain = size < PLAIN_BELOW;
        seeds = new Random(seed);
        headSeed = seeds.nextLong();
        body = new DocumentWriter(size, kind.indented, DocumentShape.DEPTH);
    }

    XmlDocument draw() {
        int room = size - around(shape.widest()).size();
        long seed;
        do {
            seed = seeds.nextLong();
        } while (adds(seed, plain, room) || adds(seed, true, room));
        int rest = size - around(sums).size() - body.size();
        if (rest >= LEAST_REST) {
            body.reset(beforeLast);
            shape.item(body, new DocumentFields(lastSeed, lastPlain), sums.items(), rest);
        }
        DocumentWriter whole = begin(sums);
        whole.append(body);
        end(whole);
        return new XmlDocument(kind, whole.toByteArray(), whole.outline(sums.items(), sums.cents()));
    }

    /** Writes an item if it fits; the first item is always written. */
    private boolean adds(long seed, boolean plainItem, int room) {
        DocumentWriter.Mark before = body.mark();
        DocumentSums.Item item = shape.item(body, new DocumentFields(seed, plainItem), sums.items() + 1, 0);
        if (body.size() > room && sums.items() > 0) {
            body.reset(before);
            return false;
        }
        sums.add(item);
        beforeLast = before;
        lastSeed = seed;
        lastPlain = plainItem;
        return true;
    }

    private DocumentWriter around(DocumentSums of) {
        DocumentWriter around = begin(of);
        around.text("");
        end(around);
        return around;
    }

    private DocumentWriter begin(DocumentSums of) {
        DocumentWriter to = new DocumentWriter(size, kind.indented, 0);
        to.declaration();
        shape.head(to, new DocumentFields(headSeed, plain), of);
        return to;
    }

    private void end(DocumentWriter to) {
        for (int i = 0; i < DocumentShape.DEPTH; i++) {
            to.end();
        }
    }
}
