package org.eejs.bank.images;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A pattern of waves as a GIF of an exact number of bytes. The pixels are written as LZW codes without compression: a
 * code is one byte, because the table is cleared before its codes would get longer. A comment extension (GIF89a,
 * section 24) fills the file up to its size.
 *
 * @param width in pixels
 * @param height in pixels
 * @param colours 2 or 128
 */
public record GifDrawing(int width, int height, int colours) {
    private static final int[] INKS = {0x0B3D5C, 0x14746F, 0x5B3A8C, 0x9C3D54, 0xB5651D, 0x2F6B2F, 0x37474F};
    private static final int PAPER = 0xF4F8FB;
    /** Smaller files have two colours. */
    private static final int LEAST_COLOURED = 1_500;
    /** Header, image descriptor, the size of codes, the end of the pixels, and the trailer. */
    private static final int FRAME = 13 + 10 + 1 + 1 + 1;
    private static final int COLOUR_BITS = 7;
    private static final int CLEAR = 1 << COLOUR_BITS;
    /** The number of pixels after which the reader's table must be cleared. */
    private static final int RUN = CLEAR - 2;
    private static final int LONGEST_BLOCK = 255;
    /** A comment of 6 bytes and more can have any length. */
    private static final int SHORTEST_COMMENT = 6;

    /** Returns the largest picture, 8 wide to 5 high, whose file has this many bytes; 43 at least. */
    public static GifDrawing fitting(int bytes) {
        int colours = bytes < LEAST_COLOURED ? 2 : CLEAR;
        int height = 1;
        while (of(height + 1, colours).bytes() + SHORTEST_COMMENT <= bytes) {
            height++;
        }
        return of(height, colours);
    }

    private static GifDrawing of(int height, int colours) {
        return new GifDrawing(height * 8 / 5, height, colours);
    }

    private int bytes() {
        int pixels = width * height;
        int codes = pixels + (pixels + RUN - 1) / RUN + 1;
        return FRAME + 3 * colours + codes + (codes + LONGEST_BLOCK - 1) / LONGEST_BLOCK;
    }

    /**
     * Draws a picture.
     *
     * @param bytes the size of the file, 43 at least
     * @param seed chooses ink and pattern
     */
    public static byte[] draw(int bytes, int seed) {
        GifDrawing drawing = fitting(bytes);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes);
        drawing.writeHeader(seed, out);
        writeBlocks(drawing.codes(seed), LONGEST_BLOCK, out);
        // Introducer and label of the comment.
        out.write(0x21);
        out.write(0xFE);
        int left = bytes - out.size() - 2;
        // A block has a byte for its length and one of data at least, so a single byte must not remain.
        int block = left % (LONGEST_BLOCK + 1) == 1 ? LONGEST_BLOCK - 1 : LONGEST_BLOCK;
        writeBlocks(".".repeat(left - (left + block) / (block + 1)).getBytes(StandardCharsets.US_ASCII), block, out);
        out.write(';');
        return out.toByteArray();
    }

    private void writeHeader(int seed, ByteArrayOutputStream out) {
        out.writeBytes("GIF89a".getBytes(StandardCharsets.US_ASCII));
        writeShorts(out, width, height);
        // A global colour table of 2 or 128 colours.
        out.write(colours == 2 ? 0x80 : 0xE6);
        writeShorts(out, 0);
        int ink = INKS[seed % INKS.length];
        for (int i = 0; i < colours; i++) {
            for (int shift = 16; shift >= 0; shift -= 8) {
                int dark = ink >> shift & 0xFF;
                int light = PAPER >> shift & 0xFF;
                out.write(dark + (light - dark) * i / (colours - 1));
            }
        }
        out.write(',');
        writeShorts(out, 0, 0, width, height);
        out.write(0);
        out.write(COLOUR_BITS);
    }

    private byte[] codes(int seed) {
        ByteArrayOutputStream codes = new ByteArrayOutputStream();
        for (int pixel = 0; pixel < width * height; pixel++) {
            if (pixel % RUN == 0) {
                codes.write(CLEAR);
            }
            int x = pixel % width;
            int y = pixel / width;
            codes.write((wave(3 * x + y + 5 * seed) + wave(4 * y - x + seed) + 1) / 2);
        }
        codes.write(CLEAR + 1);
        return codes.toByteArray();
    }

    private int wave(int at) {
        int last = colours - 1;
        int phase = Math.floorMod(at, 2 * last);
        return phase <= last ? phase : 2 * last - phase;
    }

    private static void writeBlocks(byte[] data, int longest, ByteArrayOutputStream out) {
        for (int from = 0; from < data.length; from += longest) {
            int length = Math.min(longest, data.length - from);
            out.write(length);
            out.write(data, from, length);
        }
        out.write(0);
    }

    private static void writeShorts(ByteArrayOutputStream out, int... values) {
        for (int value : values) {
            out.write(value);
            out.write(value >> 8);
        }
    }
}
