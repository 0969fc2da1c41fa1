package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A default in which two JDKs differ. Immutable.
 *
 * @param configuration the configuration with the other JDK
 * @param area the part of the JDK
 * @param name the name of the default, such as {@code TLS 1.3, ClientHello, supported_groups}
 * @param before its value in the baseline's JDK, a list separated by commas; null if it has none
 * @param after its value in the other JDK; null if it has none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JdkDifference(String configuration, Area area, String name, String before, String after) {
    private static final String LIST = ", ";
    private static final Pattern OF_CRYPTOGRAPHY = Pattern.compile("Use\\w*(AES|GHASH|SHA|MD5|Intrinsic|Multiply|Square"
            + "|Montgomery|ChaCha20|Poly1305|Kyber|Dilithium|Base64|Adler|CRC)\\w*|UseAVX|UseSSE");
    private static final Pattern OF_MEMORY =
            Pattern.compile("\\w*(GC|Heap|NewSize|TLAB|Parallel|G1|Shenandoah|Z[A-Z])\\w*");

    /** A part of a JDK. */
    public enum Area {
        /** The bytes that TLS sends. */
        WIRE("wire", "On the wire"),
        /** Defaults of JSSE. */
        TLS("tls", "Defaults of JSSE"),
        /** The order of security providers. */
        PROVIDER("provider", "Security providers"),
        /** Algorithms with their providers. */
        ALGORITHM("algorithm", "Algorithms"),
        /** Security properties. */
        SECURITY("security", "Security properties"),
        /** Trusted roots. */
        ROOT("root", "Trusted root certificates"),
        /** Flags of the JVM, as they are on this machine. */
        FLAG("flag", "Flags of the JVM");

        private final String id;
        private final String words;

        Area(String id, String words) {
            this.id = id;
            this.words = words;
        }

        /** Returns the name in results. */
        @JsonValue
        public String id() {
            return id;
        }

        /** Returns the name in reports. */
        public String words() {
            return words;
        }
    }

    /** Returns the same in only these kinds of handshakes. */
    public JdkDifference of(List<String> kinds) {
        return new JdkDifference(configuration, area, name + " (" + String.join("; ", kinds) + ")", before, after);
    }

    /** Returns the groups of CPU that it can change; none if it changes no CPU of a service. */
    @JsonIgnore
    public Set<CpuGroup> affects() {
        return switch (area) {
            case WIRE, TLS -> Set.of(CpuGroup.USERS_TLS, CpuGroup.BACK_END_TLS);
            case PROVIDER, ALGORITHM -> Set.of(CpuGroup.USERS_TLS, CpuGroup.BACK_END_TLS, CpuGroup.TLS_MATERIAL,
                    CpuGroup.CRYPTOGRAPHY);
            case SECURITY -> Set.of(CpuGroup.TLS_MATERIAL);
            case ROOT -> Set.of();
            case FLAG -> OF_CRYPTOGRAPHY.matcher(name).matches()
                    ? Set.of(CpuGroup.USERS_TLS, CpuGroup.BACK_END_TLS, CpuGroup.CRYPTOGRAPHY)
                    : OF_MEMORY.matcher(name).matches() ? Set.of(CpuGroup.RUNTIME) : Set.of();
        };
    }

    /** Returns the change in words; of lists only what was added, removed or moved. */
    public String change() {
        if (before == null || after == null) {
            return before == null ? "new: " + after : "gone, was " + before;
        }
        List<String> old = List.of(before.split(LIST));
        List<String> now = List.of(after.split(LIST));
        if (old.size() < 2 && now.size() < 2) {
            return before + " → " + after;
        }
        List<String> parts = new ArrayList<>();
        added("+", now, old, parts);
        added("−", old, now, parts);
        Set<String> both = new LinkedHashSet<>(old);
        both.retainAll(now);
        Set<String> reordered = new LinkedHashSet<>(now);
        reordered.retainAll(old);
        if (!List.copyOf(both).equals(List.copyOf(reordered)) || parts.isEmpty()) {
            parts.add("another order: " + after);
        }
        return String.join("; ", parts);
    }

    private static void added(String sign, List<String> those, List<String> others, List<String> parts) {
        List<String> only = those.stream().filter(each -> !others.contains(each)).toList();
        if (!only.isEmpty()) {
            parts.add(sign + " " + String.join(LIST, only));
        }
    }
}
