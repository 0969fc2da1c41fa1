package org.eejs.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.eejs.lab.Jdk;
import org.eejs.lab.Machine;
import org.eejs.lab.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eejs env}: what this machine has. */
@Command(name = "env", sortOptions = false, mixinStandardHelpOptions = true,
        description = "Shows what this machine has that matters to a measurement.")
final class EnvCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print JSON instead of words.")
    private boolean json;

    @Option(names = "--out", paramLabel = "DIR", description = "Also write env.json into this folder.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        Result.Cpu cpu = Machine.cpu();
        List<Jdk> jdks = Jdk.all();
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("kernel", Machine.kernel());
        found.put("cpu", cpu);
        found.put("memory", Machine.memory());
        found.put("jdks", jdks.stream()
                .map(jdk -> new Result.JdkInfo(jdk.version(), jdk.vendor(), jdk.home().toString())).toList());
        String text = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(found);
        if (out != null) {
            Files.createDirectories(out);
            Files.writeString(out.resolve("env.json"), text + "\n");
        }
        if (json) {
            System.out.println(text);
            return Eejs.DONE;
        }
        System.out.println("kernel      " + Machine.kernel());
        System.out.printf("processors  %d, %s, %s%n", cpu.processors(), cpu.model(), cpu.threadsPerCore() == 1
                ? "one thread per core" : cpu.threadsPerCore() + " threads per core");
        System.out.printf("memory      %,d MiB%n", Machine.memory().totalBytes() >> 20);
        jdks.forEach(jdk -> System.out.printf("JDK         %s (%s) in %s%n", jdk.version(), jdk.vendor(), jdk.home()));
        return Eejs.DONE;
    }
}
