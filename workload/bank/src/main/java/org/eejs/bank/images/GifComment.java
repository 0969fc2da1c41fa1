package org.eejs.bank.images;

import java.io.ByteArrayOutputStream;

/** A comment extension of GIF, which fills a file up to its size (GIF89a, section 24). */
final class GifComment {
    private static final int INTRODUCER = 0x21;
    private static final int LABEL = 0xFE;
    /** Introducer, label and the terminator of the blocks. */
    private static final int FRAME = 3;
    private static final int LONGEST_BLOCK = 256;

    private GifComment() {}

    /** Whether there is a comment of this many bytes: not of 1, 2 or 4. */
    static boolean canFill(int bytes) {
        return bytes == 0 || bytes == FRAME || bytes > FRAME + 1;
    }

    /** Writes a comment of this many bytes; nothing for 0. */
    static void write(int bytes, ByteArrayOutputStream out) {
        if (bytes == 0) {
            return;
        }
        out.write(INTRODUCER);
        out.write(LABEL);
        int left = bytes - FRAME;
        while (left > 0) {
            // A block has a byte for its length and one of data at least, so a single byte must not remain.
            int block = left == LONGEST_BLOCK + 1 ? LONGEST_BLOCK - 1 : Math.min(left, LONGEST_BLOCK);
            out.write(block - 1);
            for (int i = 1; i < block; i++) {
                out.write('.');
            }
            left -= block;
        }
        out.write(0);
    }
}
