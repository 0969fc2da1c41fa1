package org.eejs.role;

import java.nio.file.Path;
import org.eejs.banking.TlsProfile;
import picocli.CommandLine.Option;

/** The options that every role has. */
public final class RoleOptions {
    /** What is negotiated on the role's TLS connections. */
    @Option(names = "--tls", paramLabel = "PROFILE", defaultValue = "modern",
            description = "TLS profile: modern (default), eejs-2016, eejs-2016-gcm, ecdhe-rsa, ecdhe-rsa-cbc, "
                    + "ecdhe-rsa-tls13, ecdsa, ecdsa-tls13.")
    public TlsProfile tls;

    /** Where the certificates are. */
    @Option(names = "--pki", paramLabel = "DIR", defaultValue = ".eejs/pki",
            description = "Folder with the certificates that `eejs run` made (default: ${DEFAULT-VALUE}).")
    public Path pki;

    /** Whether the role speaks the lab's line protocol and ends with its standard input. */
    @Option(names = "--json",
            description = "Write events as lines of JSON, take commands from standard input, and end when it ends.")
    public boolean json;

    /** Help. */
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    public boolean help;
}
