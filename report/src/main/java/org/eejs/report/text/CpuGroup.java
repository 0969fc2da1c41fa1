package org.eejs.report.text;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;

/** Categories of a bank's CPU that are shown as one, in the order of a page's bar. */
public enum CpuGroup {
    USERS_TLS("users’ TLS", "blue", CpuCategory.HANDSHAKES_AS_SERVER, CpuCategory.RECORDS_AS_SERVER),
    BACK_END_TLS("back end’s TLS", "purple", CpuCategory.HANDSHAKES_AS_CLIENT, CpuCategory.RECORDS_AS_CLIENT),
    TLS_MATERIAL("TLS set-up", "amber", CpuCategory.TLS_MATERIAL, CpuCategory.RANDOM, CpuCategory.PROVIDER_LOOKUP),
    HTTP("HTTP server and client", "sky", CpuCategory.HTTP_SERVER, CpuCategory.HTTP_CLIENT),
    NETWORK("network calls", "heat", CpuCategory.NETWORK),
    APPLICATION("application", "met", CpuCategory.APPLICATION, CpuCategory.PASSWORD_HASHING, CpuCategory.XML,
            CpuCategory.XML_SIGNATURES),
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

    /** The class of its colour in the style sheet. */
    public String colour() {
        return colour;
    }

    /** Milliseconds of a page's CPU. */
    public double millis(CpuProfile profile) {
        return profile.millis(categories);
    }

    /** Those that used anything, in their order. */
    public static List<CpuGroup> used(CpuProfile profile) {
        return Stream.of(values()).filter(group -> group.millis(profile) > 0).toList();
    }

    /** What TLS and the cryptography for it cost of a page's CPU, as one sentence; empty when that is not known. */
    public static String sentence(CpuProfile profile) {
        double all = profile.millis(Set.of(CpuCategory.values())) - JIT.millis(profile);
        if (!profile.isKnown() || all <= 0) {
            return "";
        }
        double tls = profile.millis(Stream.of(CpuCategory.values()).filter(CpuCategory::isTls).toList());
        String cost = "TLS costs this bank %s of %s ms a page (%s)".formatted(Format.millis(tls), Format.millis(all),
                Format.percent(tls / all));
        double connecting = profile.millis(CpuCategory.HANDSHAKES_AS_CLIENT);
        double accepting = profile.millis(CpuCategory.HANDSHAKES_AS_SERVER);
        if (tls == 0 || Math.max(connecting, accepting) < tls / 4) {
            return cost + ".";
        }
        return cost + (connecting > accepting ? ": %s of it are new connections to the back end."
                : ": %s of it are handshakes with users.").formatted(Format.millis(Math.max(connecting, accepting)));
    }
}
