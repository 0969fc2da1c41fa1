package org.eejs.cli;

import picocli.CommandLine.Command;

/** {@code eejs bench}: what each primitive costs. */
@Command(name = "bench", sortOptions = false, mixinStandardHelpOptions = true, subcommands = BenchCompareCommand.class,
        description = "Measures what each primitive costs, by provider, size, thread and JDK.")
final class BenchCommand {}
