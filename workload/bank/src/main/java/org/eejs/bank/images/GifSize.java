package org.eejs.bank.images;

/**
 * How large a picture fits into a GIF of a given number of bytes.
 *
 * @param width in pixels
 * @param height in pixels
 * @param colourBits there are 2 to the power of this many colours, 1 to 7
 */
public record GifSize(int width, int height, int colourBits) {
    private static final int HEADER = 6 + 7;
    private static final int IMAGE_DESCRIPTOR = 10;
    private static final int SMALLEST_CODE_SIZE = 1;
    private static final int BLOCK_TERMINATOR = 1;
    private static final int TRAILER = 1;

    /** The largest picture, 8 wide to 5 high, whose file has at most this many bytes and can be filled up to them. */
    public static GifSize fitting(int bytes) {
        int colourBits = bytes < 150 ? 1 : bytes < 1_500 ? 4 : 7;
        int height = 1;
        GifSize best = null;
        for (GifSize size = of(height, colourBits); size.bytes() <= bytes; size = of(++height, colourBits)) {
            if (GifComment.canFill(bytes - size.bytes())) {
                best = size;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("no picture fits into " + bytes + " bytes");
        }
        return best;
    }

    private static GifSize of(int height, int colourBits) {
        return new GifSize(height * 8 / 5, height, colourBits);
    }

    private int bytes() {
        int data = dataBytes();
        return HEADER + 3 * colours() + IMAGE_DESCRIPTOR + SMALLEST_CODE_SIZE + data + (data + 254) / 255
                + BLOCK_TERMINATOR + TRAILER;
    }

    /** The size of the pixels as codes: one for each, one to clear before each run, and the end. */
    private int dataBytes() {
        int pixels = width * height;
        int codes = pixels + (pixels + run() - 1) / run() + 1;
        return (codes * (codeBits() + 1) + 7) / 8;
    }

    int colours() {
        return 1 << colourBits;
    }

    /** The bits of a colour in LZW, of which the format wants 2 at least; codes have one more. */
    int codeBits() {
        return Math.max(2, colourBits);
    }

    /** After how many pixels the reader's table must be cleared before its codes get longer. */
    int run() {
        return (1 << codeBits()) - 2;
    }
}
