package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Random;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ReferenceImplementation;

/**
 * A comparison of a digest or MAC with that of another provider. It covers all short messages, since blocks and padding
 * end there, and each timed length with its neighbours. Messages are passed in one piece and in several, to one object.
 * Stateless.
 */
final class MessageCheck {
    /** The lengths that are timed. */
    static final List<Integer> SIZES = List.of(16, 64, 256, 1024, 4096, 16384, 65536);
    static final List<Integer> QUICK_SIZES = List.of(64, 16384);

    /** More than two blocks of the longest kind, SHA-3's 136 bytes. */
    private static final int SHORT = 288;
    /** The lengths of the pieces of a message, in turn: within a block, at its edge, beyond it. */
    private static final int[] PIECES = {1, 63, 64, 7, 129, 1000, 4096};

    private MessageCheck() {}

    /** Adds bytes of a message. */
    interface Update {
        void of(byte[] message, int from, int length);
    }

    /** Returns the result for all bytes since the last one, by the timed call. */
    interface Finish {
        byte[] result() throws GeneralSecurityException;
    }

    /** A function that resets itself after each result. */
    record Function(Update update, Finish finish) {}

    /**
     * Compares the two functions.
     *
     * @param what for messages
     * @throws MismatchException when they differ
     */
    static void compare(String what, Function reference, Function tested)
            throws GeneralSecurityException, MismatchException {
        for (int length = 0; length <= SHORT; length++) {
            compare(what, reference, tested, length);
        }
        for (int size : SIZES) {
            for (int length = size - 1; length <= size + 1; length++) {
                compare(what, reference, tested, length);
            }
        }
    }

    private static void compare(String what, Function reference, Function tested, int length)
            throws GeneralSecurityException, MismatchException {
        byte[] message = new byte[length];
        new Random(length).nextBytes(message);
        reference.update().of(message, 0, length);
        byte[] expected = reference.finish().result();
        tested.update().of(message, 0, length);
        ReferenceImplementation.same(what + " of " + length + " bytes", expected, tested.finish().result());
        int pieces = 0;
        for (int from = 0; from < length; pieces++) {
            int piece = Math.min(length - from, PIECES[pieces % PIECES.length]);
            tested.update().of(message, from, piece);
            from += piece;
        }
        ReferenceImplementation.same(what + " of " + length + " bytes in " + pieces + " pieces", expected,
                tested.finish().result());
    }
}
