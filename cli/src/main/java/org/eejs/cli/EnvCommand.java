package org.eejs.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.eejs.bench.measuring.Environment;
import org.eejs.lab.machine.Jdk;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.terminal.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eejs env}: the machine, as far as it matters to a measurement. */
@Command(name = "env", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Shows facts about this machine that matter to a measurement: processors, JDKs with intrinsics, "
            + "security providers, TLS stacks, openssl.")
final class EnvCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(names = "--jdk", paramLabel = "JDK", split = ",",
            description = "Versions or homes of JDKs, for example 17,25 (default: all that are found).")
    private List<String> jdks;

    @Option(names = "--out", paramLabel = "DIR", description = "Also write env.json into this folder.")
    private Path out;

    @Mixin
    private final ReadersOption readers = new ReadersOption();

    @Override
    public Integer call() throws Exception {
        Environment environment = Environment.of(Home.state(), jdks == null ? Jdk.all()
                : jdks.stream().map(Jdk::find).toList());
        if (out != null) {
            Map<Path, Object> before = ReadersOption.before(out);
            if (!Files.isDirectory(out)) {
                PrivateFolder.make(out);
            }
            PrivateFile.write(out.resolve("env.json"), environment.json() + "\n");
            readers.apply(out, before);
        }
        if (json) {
            Printer.of(System.out).json(environment.json());
        } else {
            environment.lines().forEach(System.out::println);
        }
        return Eejs.DONE;
    }
}
