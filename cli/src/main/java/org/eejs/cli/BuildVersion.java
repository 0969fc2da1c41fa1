package org.eejs.cli;

import org.eejs.result.Origin;
import picocli.CommandLine.IVersionProvider;

/** The line that {@code eejs --version} prints. */
final class BuildVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"EEJS " + Origin.version()};
    }
}
