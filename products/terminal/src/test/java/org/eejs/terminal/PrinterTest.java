package org.eejs.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrinterTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Printer printer = Printer.of(new PrintStream(bytes, true, Charset.defaultCharset()));

    private String printed() {
        return bytes.toString(Charset.defaultCharset());
    }

    @Test
    void aLineStaysOneLine() {
        printer.println("a\nb\r\n  c\rd\u0085e\u2028f\u2029g\u000bh\fi\n");
        assertEquals("a b c d e f g h i\n", printed());
    }

    @Test
    void linesOfTheProgramPass() {
        printer.print("a\nb\n");
        printer.append("c\n").printf("%s%n", "d");
        assertEquals("a\nb\nc\nd\n", printed());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 8, 0x0b, 0x0d, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b,
        0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x3164, 0xfe0f, 0xfeff, 0xfff9,
        0xd800, 0xdfff, 0xe0001, 0xe0041, 0xe007f, 0xe0100})
    void whatSteersOrHidesIsShownByEveryWay(int code) {
        String text = new String(Character.toChars(code));
        StringBuilder escape = new StringBuilder();
        text.chars().forEach(unit -> escape.append("\\u%04x".formatted(unit)));
        String shown = escape.toString();
        assertEquals("a" + shown + "b", Printable.text("a" + text + "b"));
        printer.renew(text + "x");
        assertEquals("\r\033[K" + Printable.line(text + "x"), printed(), "only the own sequence passes");
        if (Charset.defaultCharset().newEncoder().canEncode(text)) {
            bytes.reset();
            printer.print(text);
            printer.write((text + "\n").getBytes(Charset.defaultCharset()), 0,
                    (text + "\n").getBytes(Charset.defaultCharset()).length);
            assertEquals(shown + shown + "\n", printed());
        }
    }

    @Test
    void readableTextOfAllScriptsPasses() {
        String text = "é – “1,234 ms” ✕ 汉字 😀 ש ع";
        assertEquals(text, Printable.line(text));
        assertEquals("a b", Printable.line("a\tb"));
    }

    @Test
    void aWriterOfALibraryAndAStackTraceAreGuarded() {
        PrintWriter writer = new PrintWriter(printer, true);
        writer.println("a\u001b[2J");
        new IllegalStateException("b\u001b[2J\nforged").printStackTrace(printer);
        assertEquals("a\\u001b[2J\njava.lang.IllegalStateException: b\\u001b[2J forged",
                printed().lines().limit(2).reduce((one, other) -> one + "\n" + other).orElseThrow());
    }

    /** As writers flush: a character of two bytes in two pieces. */
    @Test
    void bytesMayComeInPieces() {
        for (byte each : "\u00e9\u009bx\n".getBytes(Charset.defaultCharset())) {
            printer.write(each);
        }
        assertEquals("\u00e9\\u009bx\n", printed());
    }

    @Test
    void jsonIsUtf8AndKeepsItsLines() {
        printer.json("{\n  \"a\": \"\u009b\u202eé\"\n}");
        assertEquals("{\n  \"a\": \"\\u009b\\u202eé\"\n}\n", bytes.toString(StandardCharsets.UTF_8));
    }
}
