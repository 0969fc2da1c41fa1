package org.eejs.result;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Groups of CPU categories, in the order of a page's bar. */
public enum CpuGroup {
    USERS_TLS("users’ TLS", "blue", CpuCategory.HANDSHAKES_AS_SERVER, CpuCategory.RECORDS_AS_SERVER),
    BACK_END_TLS("back end’s TLS", "purple", CpuCategory.HANDSHAKES_AS_CLIENT, CpuCategory.RECORDS_AS_CLIENT),
    TLS_MATERIAL("TLS set-up", "amber", CpuCategory.TLS_MATERIAL, CpuCategory.PROVIDER_LOOKUP),
    CRYPTOGRAPHY("other cryptography", "invalid", CpuCategory.CRYPTOGRAPHY, CpuCategory.XML_SIGNATURES,
            CpuCategory.PASSWORD_HASHING, CpuCategory.RANDOM),
    HTTP("HTTP server and client", "sky", CpuCategory.HTTP_SERVER, CpuCategory.HTTP_CLIENT),
    NETWORK("network calls", "heat", CpuCategory.NETWORK),
    APPLICATION("application", "met", CpuCategory.APPLICATION, CpuCategory.XML),
    RUNTIME("JVM", "grey", CpuCategory.GC, CpuCategory.JVM),
    UNKNOWN("unknown", "missed", CpuCategory.UNKNOWN),
    JIT("JIT compiler", "line", CpuCategory.JIT);

    private final String words;
    private final String colour;
    private final Set<CpuCategory> categories;

    CpuGroup(String words, String colour, CpuCategory... categories) {
        this.words = words;
        this.colour = colour;
        this.categories = Set.of(categories);
    }

    public String words() {
        return words;
    }

    /** Returns the name of its colour: its class in the style sheet of reports. */
    public String colour() {
        return colour;
    }

    /** Returns the group of a category. */
    public static CpuGroup of(CpuCategory category) {
        return Stream.of(values()).filter(group -> group.categories.contains(category)).findFirst().orElseThrow();
    }

    /** Returns whether the group is TLS, or cryptography that a service needs for other purposes. */
    public boolean isCryptographic() {
        return this == CRYPTOGRAPHY || categories.stream().allMatch(CpuCategory::isTls);
    }

    /** Returns milliseconds of a page's CPU. */
    public double millis(CpuProfile profile) {
        return profile.millis(categories);
    }

    /** Returns the groups that used any CPU, in their order. */
    public static List<CpuGroup> used(CpuProfile profile) {
        return Stream.of(values()).filter(group -> group.millis(profile) > 0).toList();
    }
}
