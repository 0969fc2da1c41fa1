package org.eejs.result.settings;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The settings of XML transactions, in the words of the command line and of experiment files, where their key is
 * {@code xml}. Every part may be null, which means that it was not specified. Immutable.
 *
 * @param transaction the kind of transaction, for example {@code stax-parse}
 * @param library the library that performs it, for example {@code woodstox}
 * @param document the kind of document: {@code invoice}, {@code purchase-order} or {@code pacs.008}
 * @param size how long the document is, for example {@code 100KB}; 1 KB is 1,000 bytes
 * @param key the key of signatures, for example {@code rsa-2048}
 * @param provider the security provider of signatures, for example {@code ACCP}; JDK for the JVM's own choice
 * @param threads how many threads perform transactions at once
 * @param placement {@code across} cores, {@code within} cores, or {@code none}: not pinned
 * @param jdk the JDK: a version, a home folder, or {@code same}
 * @param jvmOptions additional options of the JVM
 * @param seed the seed of the generated document
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record XmlSettings(String transaction, String library, String document, String size, String key,
        String provider, @Allowed(least = 1) Integer threads, @Allowed({ACROSS, WITHIN, NONE}) String placement,
        String jdk, List<String> jvmOptions, @Allowed(least = Double.NEGATIVE_INFINITY) Long seed) {
    /** Threads are spread over as many cores as possible. */
    public static final String ACROSS = "across";
    /** Threads fill the hardware threads of a core before the next. */
    public static final String WITHIN = "within";
    /** The kernel places threads. */
    public static final String NONE = "none";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns settings by their keys; missing keys are not specified. */
    public static XmlSettings of(Map<String, ?> parts) {
        return JSON.convertValue(parts, XmlSettings.class);
    }

    /** Returns the specified settings by their keys, in their order. */
    public Map<String, Object> parts() {
        return JSON.convertValue(this, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    /** Returns these settings with one of them changed. */
    public XmlSettings with(String key, Object value) {
        return of(Map.of(key, value)).or(this);
    }

    /** Returns these settings without these keys. */
    public XmlSettings without(String... keys) {
        Map<String, Object> others = parts();
        others.keySet().removeAll(Set.of(keys));
        return of(others);
    }

    /** Returns these settings, completed by the others. */
    public XmlSettings or(XmlSettings others) {
        Map<String, Object> merged = others.parts();
        merged.putAll(parts());
        return of(merged);
    }
}
