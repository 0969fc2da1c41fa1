package org.eejs.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * A standard stream of a program that prints {@link Printable} characters only. {@code println} prints one line,
 * whatever the text holds; {@code print} and bytes may hold several. Thread-safe.
 */
public final class Printer extends PrintStream {
    private static final String START_OF_LINE = "\r\033[K";

    private final PrintStream target;

    private Printer(PrintStream target) {
        super(new Lines(target), true, Charset.defaultCharset());
        this.target = target;
    }

    /** Puts printers in front of both standard streams, also for stack traces and libraries. Call it first in main. */
    public static void guard() {
        System.setOut(of(System.out));
        System.setErr(of(System.err));
    }

    /** Returns the printer in front of a stream; a printer is returned as it is. */
    public static Printer of(PrintStream stream) {
        return stream instanceof Printer printer ? printer : new Printer(stream);
    }

    /** Takes standard output for data: text that is printed there goes to standard error from now on. */
    public static Printer data() {
        Printer data = of(System.out);
        System.setOut(of(System.err));
        return data;
    }

    @Override
    public void println(String line) {
        print(Printable.line(String.valueOf(line).stripTrailing()) + "\n");
    }

    @Override
    public void println(Object line) {
        println(String.valueOf(line));
    }

    /** Prints a line over the last one that was printed this way, on a terminal. */
    public void renew(String line) {
        target.print(START_OF_LINE + Printable.line(line));
        target.flush();
    }

    /** Prints a value of JSON in UTF-8, whatever the terminal's charset is, and ends the line. */
    public void json(String json) {
        exact((Printable.text(json) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Prints bytes unchanged: a document that the user requested, in a format without control characters. */
    public void exact(byte[] document) {
        target.write(document, 0, document.length);
        target.flush();
    }

    /** A decoder of the written bytes, because characters of several bytes can come in pieces. */
    private static final class Lines extends OutputStream {
        private final PrintStream target;
        private final CharsetDecoder decoder = Charset.defaultCharset().newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.REPLACE);
        private byte[] rest = {};

        Lines(PrintStream target) {
            this.target = target;
        }

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            ByteBuffer in = ByteBuffer.allocate(rest.length + length).put(rest).put(bytes, from, length).flip();
            CharBuffer out = CharBuffer.allocate((int) Math.ceil(in.remaining() * decoder.maxCharsPerByte()));
            decoder.decode(in, out, false);
            rest = new byte[in.remaining()];
            in.get(rest);
            target.print(Printable.text(out.flip().toString()));
        }

        @Override
        public void flush() throws IOException {
            target.flush();
        }
    }
}
