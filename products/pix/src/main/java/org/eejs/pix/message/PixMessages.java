package org.eejs.pix.message;

import java.util.random.RandomGenerator;

/**
 * Draws messages that are not signed yet: made-up payments in the shape of real ones, UTF-8 with accents and now and
 * then an escape, as many transactions as the size holds and text for the rest. The same random numbers give the same
 * message. Immutable and thread-safe, as far as the generator of random numbers is.
 */
public final class PixMessages {
    /** So much text goes with each transaction where there are several. */
    private static final int TEXT_OF_TRANSACTION = 300;

    private final MessageType type;
    private final int bytes;
    private final int transactions;

    /**
     * Messages of one type and size.
     *
     * @param bytes how long a message is; few are up to 100 bytes shorter
     * @throws IllegalArgumentException when no message of that type is so short
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

    /** Draws a message: UTF-8, its {@code AppHdr/Sgntr} empty. */
    public byte[] draw(RandomGenerator random) {
        MessageGenerator drawing = new MessageGenerator(new Octets(bytes), random, transactions);
        type.head.write(drawing);
        for (int i = transactions; i > 0; i--) {
            // Each transaction gets its share of what is left; so the last one ends where it should.
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
