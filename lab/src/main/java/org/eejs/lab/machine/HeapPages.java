package org.eejs.lab.machine;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Of what pages a JVM says that its heap is. HotSpot says so on Linux, in lines that are alike since JDK 17; see {@code
 * os_linux.cpp}, {@code large_page_init}. Immutable.
 *
 * @param kb how long a page of the heap is, in kilobytes of 1,024 bytes; null when the JVM does not say, as with ZGC
 * @param lack why it is not as long as it was asked for, in the JVM's words; null when it does not say
 */
public record HeapPages(Long kb, String lack) {
    /** The option that has a JVM say it. */
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
     * Says in a line that the heap is not of the pages that options ask for by {@code LargePageSizeInBytes}. A JVM
     * takes other pages without an error then.
     *
     * @return null when it is, or when no size was asked for
     */
    public String refusal(List<String> options) {
        String asked = options.stream().filter(option -> option.startsWith(ASKED)).reduce((one, last) -> last)
                .map(option -> option.substring(ASKED.length())).orElse(null);
        boolean known = asked != null && asked.matches("\\d{1,15}[kKmMgG]?");
        if (!known || (kb == null ? lack == null : kb == kb(asked))) {
            return null;
        }
        return "the JVM's heap is %s, and not of such of %s: %s".formatted(kb == null ? "of other pages"
                : "of pages of " + words(kb), words(kb(asked)), lack == null ? "it does not say why" : lack);
    }

    private static String words(long kb) {
        return kb >= KILO * KILO && kb % (KILO * KILO) == 0 ? kb / (KILO * KILO) + " GB"
                : kb >= KILO && kb % KILO == 0 ? kb / KILO + " MB" : kb + " KB";
    }

    /** Of a size as options have it: in bytes, or in units of 1,024. */
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
