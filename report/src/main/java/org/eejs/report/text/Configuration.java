package org.eejs.report.text;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.result.Result.Disclosure;
import org.eejs.result.Result.JdkInfo;
import org.eejs.result.Result.Tls;

/**
 * The measured configuration as text: TLS and the bank's JDK. Missing facts are omitted.
 *
 * @param profile the TLS profile; null if it was not recorded
 * @param negotiated protocol, cipher suite, named group and certificate
 * @param jdk the JDK of the bank; null if it was not recorded
 */
public record Configuration(String profile, List<String> negotiated, String jdk) {
    public static Configuration of(Disclosure disclosure) {
        if (disclosure == null) {
            return new Configuration(null, List.of(), null);
        }
        Tls tls = disclosure.tls();
        JdkInfo jdk = disclosure.jdks().get("bank");
        List<String> negotiated = tls == null ? List.of() : present(tls.protocol(), tls.cipherSuite(),
                tls.namedGroup(), tls.certificate() == null ? null : Format.name(tls.certificate()) + " certificate");
        return new Configuration(tls == null ? null : tls.profile(), negotiated,
                jdk == null || jdk.version() == null ? null : "JDK " + jdk.version());
    }

    /** Returns the configuration in parts that should not be broken; empty if nothing was recorded. */
    public List<String> parts() {
        return Stream.of(present(profile == null ? null : "TLS profile " + profile), negotiated, present(jdk))
                .flatMap(List::stream).toList();
    }

    /** Returns a name for a run without a name: the properties that are compared most often. */
    public String name() {
        return Stream.of(profile, jdk).filter(Objects::nonNull).reduce((left, right) -> left + " on " + right)
                .orElse("run");
    }

    private static List<String> present(String... parts) {
        return Stream.of(parts).filter(part -> part != null && !part.isBlank()).toList();
    }
}
