package org.eejs.role;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that every role has, beside its settings. */
public final class RoleOptions {
    @Option(names = "--pki", paramLabel = "DIR",
            description = "Folder with the certificates that `eejs run` made (default: where it makes them).")
    private Path pki;

    /** Whether the role speaks the lab's line protocol and ends with its standard input. */
    @Option(names = "--json",
            description = "Write events as lines of JSON, take commands from standard input, and end when it ends.")
    public boolean json;

    /** Help. */
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    public boolean help;

    /** Where the certificates are. */
    public Path pki() {
        return pki == null ? StateHome.ofThisProcess().pki() : pki;
    }
}
