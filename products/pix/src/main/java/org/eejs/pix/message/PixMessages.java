package org.eejs.pix.message;

import java.util.random.RandomGenerator;

/**
 * A generator of messages that are not signed yet: made-up payments in the shape of real ones, in UTF-8 with accents
 * and some escapes. A message has as many transactions as the size holds, and text for the rest. The same random
 * numbers give the same message. Immutable, and as thread-safe as the generator of random numbers.
 */
public final class PixMessages {
    /** The bytes of text for each transaction if there are several. */
    private static final int TEXT_OF_TRANSACTION = 300;

    private final MessageType type;
    private final int bytes;
    private final int transactions;

    /**
     * Creates a generator of messages of one type and size.
     *
     * @param bytes the length of a message; a few messages are up to 100 bytes shorter
     * @throws IllegalArgumentException if no message of that type is that short
     */
    public PixMessages(MessageType type, int bytes) {
        int shortest = shortest(type);
        if (bytes < shortest) {
            throw new IllegalArgumentException("a message of type " + type + " has " + shortest
                    + " bytes at least, " + bytes + " are too few");
        }
        this.type = type;
        this.bytes = bytes;
        int around = type.head.longest() + type.tail.longest();
        boolean several = type != MessageType.PIBR_001;
        transactions = several ? Math.max(1, (bytes - around) / (shortest - around + TEXT_OF_TRANSACTION)) : 1;
    }

    /** Returns the least size of a message of that type, in bytes. */
    public static int shortest(MessageType type) {
        return type.head.longest() + type.transaction.longest() + type.text.shortest()
                + type.transactionEnd.longest() + type.tail.longest();
    }

    /** Generates a message: UTF-8, its {@code AppHdr/Sgntr} empty. */
    public byte[] draw(RandomGenerator random) {
        MessageGenerator drawing = new MessageGenerator(new Octets(bytes), random, transactions);
        type.head.write(drawing);
        for (int i = transactions; i > 0; i--) {
            // Each transaction gets its share of the rest, so the last one ends at the intended size.
            int share = (bytes - type.tail.longest() - drawing.out().size()) / i;
            int before = drawing.out().size();
            type.transaction.write(drawing);
            int text = share - (drawing.out().size() - before) - type.transactionEnd.longest();
            type.text.write(drawing, Math.max(text, type.text.shortest()));
            type.transactionEnd.write(drawing);
        }
        type.tail.write(drawing);
        return drawing.out().toByteArray();
    }
}
