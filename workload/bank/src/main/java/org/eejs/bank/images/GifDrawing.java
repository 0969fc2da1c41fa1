package org.eejs.bank.images;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Draws a pattern of waves as a GIF of an exact number of bytes. The pixels are written as LZW codes without
 * compression (the table is cleared before its codes would get longer), so that the size is known beforehand.
 */
public final class GifDrawing {
    private static final int[] INKS = {0x0B3D5C, 0x14746F, 0x5B3A8C, 0x9C3D54, 0xB5651D, 0x2F6B2F, 0x37474F};
    private static final int PAPER = 0xF4F8FB;

    private final GifSize size;
    private final int seed;
    private final ByteArrayOutputStream out;
    private final ByteArrayOutputStream block = new ByteArrayOutputStream(255);
    private int bits;
    private int bitCount;

    private GifDrawing(int bytes, int seed) {
        this.size = GifSize.fitting(bytes);
        this.seed = seed;
        this.out = new ByteArrayOutputStream(bytes);
    }

    /**
     * Draws a picture.
     *
     * @param bytes the size of the file, 38 at least
     * @param seed chooses ink and pattern
     */
    public static byte[] draw(int bytes, int seed) {
        GifDrawing drawing = new GifDrawing(bytes, seed);
        drawing.writeHeader();
        drawing.writePixels();
        GifComment.write(bytes - 1 - drawing.out.size(), drawing.out);
        drawing.out.write(';');
        return drawing.out.toByteArray();
    }

    private void writeHeader() {
        out.writeBytes("GIF89a".getBytes(StandardCharsets.US_ASCII));
        writeShort(size.width());
        writeShort(size.height());
        // A global colour table of 2 to the power of colourBits.
        out.write(0x80 | (size.colourBits() - 1) << 4 | (size.colourBits() - 1));
        out.write(0);
        out.write(0);
        int ink = INKS[seed % INKS.length];
        for (int i = 0; i < size.colours(); i++) {
            for (int shift = 16; shift >= 0; shift -= 8) {
                int dark = ink >> shift & 0xFF;
                int light = PAPER >> shift & 0xFF;
                out.write(dark + (light - dark) * i / (size.colours() - 1));
            }
        }
        out.write(',');
        writeShort(0);
        writeShort(0);
        writeShort(size.width());
        writeShort(size.height());
        out.write(0);
    }

    private void writePixels() {
        int clear = 1 << size.codeBits();
        out.write(size.codeBits());
        int inRun = 0;
        for (int y = 0; y < size.height(); y++) {
            for (int x = 0; x < size.width(); x++) {
                if (inRun == 0) {
                    writeCode(clear);
                }
                writeCode(colour(x, y));
                inRun = (inRun + 1) % size.run();
            }
        }
        writeCode(clear + 1);
        if (bitCount > 0) {
            writeData(bits);
        }
        flushBlock();
        out.write(0);
    }

    private int colour(int x, int y) {
        return (wave(3 * x + y + 5 * seed) + wave(4 * y - x + seed) + 1) / 2;
    }

    private int wave(int at) {
        int last = size.colours() - 1;
        int phase = Math.floorMod(at, 2 * last);
        return phase <= last ? phase : 2 * last - phase;
    }

    private void writeCode(int code) {
        bits |= code << bitCount;
        bitCount += size.codeBits() + 1;
        while (bitCount >= 8) {
            writeData(bits & 0xFF);
            bits >>>= 8;
            bitCount -= 8;
        }
    }

    private void writeData(int data) {
        block.write(data);
        if (block.size() == 255) {
            flushBlock();
        }
    }

    private void flushBlock() {
        if (block.size() > 0) {
            out.write(block.size());
            out.writeBytes(block.toByteArray());
            block.reset();
        }
    }

    private void writeShort(int value) {
        out.write(value);
        out.write(value >> 8);
    }
}
