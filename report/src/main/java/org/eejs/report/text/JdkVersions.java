package org.eejs.report.text;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Versions of JDKs in results. */
public final class JdkVersions {
    private JdkVersions() {}

    /** Returns distinct versions, the newest first. Versions in an unknown format are compared as text. */
    public static List<String> newestFirst(Stream<String> versions) {
        Comparator<String> oldestFirst = (left, right) -> {
            try {
                return Runtime.Version.parse(left).compareTo(Runtime.Version.parse(right));
            } catch (IllegalArgumentException e) {
                return left.compareTo(right);
            }
        };
        return versions.filter(Objects::nonNull).distinct().sorted(oldestFirst.reversed()).toList();
    }

    /** Returns the feature release of a version, such as 17. */
    public static String feature(String jdk) {
        return jdk.replaceFirst("^1\\.(\\d)", "$1").replaceFirst("^(\\d+)[^\\d].*$", "$1");
    }
}
