package org.eejs.result.settings;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What a run of the XML workload is asked to do, in the words of the command line and of experiment files, where it stands
 * under {@code xml}. Every part may be null, which means that it was not said. Immutable.
 *
 * @param transaction the kind of transaction, for example {@code stax-parse}
 * @param library who does it, for example {@code woodstox}
 * @param document the kind of document: {@code invoice}, {@code purchase-order} or {@code pacs.008}
 * @param size how long the document is, for example {@code 100KB}; 1 KB is 1,000 bytes
 * @param key the key of signatures, for example {@code rsa-2048}
 * @param provider the security provider of signatures, for example {@code ACCP}; JDK for the JVM's own choice
 * @param threads how many threads perform transactions at once
 * @param placement {@code across} cores, {@code within} cores, or {@code none}: not pinned
 * @param jdk the JDK: a version, a home folder, or {@code same}
 * @param jvmOptions additional options of the JVM
 * @param seed what the document follows from
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record XmlSettings(String transaction, String library, String document, String size, String key,
        String provider, Integer threads, String placement, String jdk, List<String> jvmOptions, Long seed) {
    /** Threads are spread over as many cores as there are. */
    public static final String ACROSS = "across";
    /** Threads fill the hardware threads of a core before the next. */
    public static final String WITHIN = "within";
    /** The kernel places threads. */
    public static final String NONE = "none";

    /** Nothing said. */
    public static final XmlSettings UNSAID =
            new XmlSettings(null, null, null, null, null, null, null, null, null, null, null);

    /** Options of the JVM alone. */
    public static XmlSettings options(List<String> jvmOptions) {
        return new XmlSettings(null, null, null, null, null, null, null, null, null, List.copyOf(jvmOptions), null);
    }

    /** These settings, and where they say nothing, the others. */
    public XmlSettings or(XmlSettings others) {
        return new XmlSettings(first(transaction, others.transaction), first(library, others.library),
                first(document, others.document), first(size, others.size), first(key, others.key),
                first(provider, others.provider), first(threads, others.threads), first(placement, others.placement),
                first(jdk, others.jdk), first(jvmOptions, others.jvmOptions), first(seed, others.seed));
    }

    private static <T> T first(T said, T otherwise) {
        return said == null ? otherwise : said;
    }
}
