package org.eejs.bank.pages;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eejs.banking.Page;

/** The filler that brings a page to its published size: a comment, cut from bytes that are made once. */
final class Filler {
    private static final byte[] START = ascii("<!--\n");
    private static final byte[] END = ascii("-->");
    private static final int FRAME = START.length + END.length;
    private static final byte[] TEXT = ascii(("This page has the size that the banking workload gives it; here are the "
            + "bytes that its text left over.\n").repeat(
                    1 + Arrays.stream(Page.values()).mapToInt(Page::bytes).max().orElseThrow() / 100));

    private Filler() {}

    /** Writes this number of bytes that a browser does not show, 0 or more. */
    static void write(int bytes, OutputStream out) throws IOException {
        if (bytes < FRAME) {
            // Too few for a comment; white space between elements is as invisible.
            out.write(" ".repeat(bytes).getBytes(StandardCharsets.US_ASCII));
            return;
        }
        out.write(START);
        out.write(TEXT, 0, bytes - FRAME);
        out.write(END);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
