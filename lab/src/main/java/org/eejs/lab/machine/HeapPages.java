package org.eejs.lab.machine;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages of the heap that a JVM reports. HotSpot reports them on Linux, in the same form since JDK 17; see {@code
 * os_linux.cpp}, {@code large_page_init}. Immutable.
 *
 * @param kb the length of a page of the heap, in kilobytes of 1,024 bytes; null when the JVM does not report it, as
 *     with ZGC
 * @param lack the JVM's reason for another length than requested; null when it reports none
 */
public record HeapPages(Long kb, String lack) {
    /** The option that makes a JVM report its pages. */
    public static final String LOGGING = "-Xlog:pagesize=info:stderr";

    private static final Pattern LINE = Pattern.compile("\\[pagesize *] *(.*)");
    private static final Pattern HEAP = Pattern.compile("Heap: .*\\bpage_size=(\\d+[kKmMgG]).*");
    private static final Pattern LACK = Pattern.compile("LargePageSizeInBytes is not .*|Large page size .* failed .*"
            + "|Large page support disabled.*");
    private static final String ASKED = "-XX:LargePageSizeInBytes=";
    private static final long KILO = 1_024;

    static HeapPages of(List<String> lines) {
        Long kb = null;
        String lack = null;
        for (String line : lines) {
            Matcher said = LINE.matcher(line);
            if (said.find()) {
                Matcher heap = HEAP.matcher(said.group(1));
                kb = heap.matches() ? Long.valueOf(kb(heap.group(1))) : kb;
                lack = lack == null && LACK.matcher(said.group(1)).matches() ? said.group(1) : lack;
            }
        }
        return new HeapPages(kb, lack);
    }

    /**
     * Returns one line about pages of another length than {@code LargePageSizeInBytes} requests. The JVM uses them
     * without an error.
     *
     * @return null when the pages are as requested, or when no size was requested
     */
    public String refusal(List<String> options) {
        String asked = options.stream().filter(option -> option.startsWith(ASKED)).reduce((one, last) -> last)
                .map(option -> option.substring(ASKED.length())).orElse(null);
        boolean known = asked != null && asked.matches("\\d{1,15}[kKmMgG]?");
        if (!known || (kb == null ? lack == null : kb == kb(asked))) {
            return null;
        }
        return "the JVM's heap has pages of %s instead of %s: %s".formatted(kb == null ? "another size" : words(kb),
                words(kb(asked)), lack == null ? "no reason reported" : lack);
    }

    private static String words(long kb) {
        return kb >= KILO * KILO && kb % (KILO * KILO) == 0 ? kb / (KILO * KILO) + " GB"
                : kb >= KILO && kb % KILO == 0 ? kb / KILO + " MB" : kb + " KB";
    }

    /** Returns the kilobytes of a size in an option: in bytes, or in units of 1,024. */
    private static long kb(String size) {
        long number = Long.parseLong(size.replaceAll("\\D", ""));
        return switch (Character.toLowerCase(size.charAt(size.length() - 1))) {
            case 'k' -> number;
            case 'm' -> number * KILO;
            case 'g' -> number * KILO * KILO;
            default -> number / KILO;
        };
    }
}
