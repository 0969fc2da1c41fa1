package org.eejs.lab.serving;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.eejs.banking.AlgorithmUse;
import org.eejs.result.Result;

/**
 * The properties of a service's JVM that its agent reports.
 *
 * @param jdk its JDK
 * @param vm the name of the virtual machine
 * @param providers the names of the installed security providers in their order; empty if unknown
 * @param offers the services of each provider, as type.algorithm
 * @param random the provider of its SecureRandom; null if unknown
 * @param algorithms the providers that served algorithms while they were counted
 * @param counting the counter of algorithms; null if they were not counted
 * @param problem the failure of the agent; null without one
 */
public record JvmReport(Result.JdkInfo jdk, String vm, List<String> providers, Map<String, List<String>> offers,
        String random, List<AlgorithmUse> algorithms, String counting, String problem) {
    /** Reads the report from system properties, as the agent writes them; see {@code org.eejs.agent.ServiceAgent}. */
    static JvmReport of(Properties properties) {
        List<String> providers = lines(properties, "providers");
        Map<String, List<String>> offers = new LinkedHashMap<>();
        providers.forEach(provider -> offers.put(provider, lines(properties, "offers." + provider)));
        List<AlgorithmUse> algorithms = lines(properties, "algorithms").stream().map(line -> line.split("\t"))
                .map(parts -> new AlgorithmUse(parts[0], parts[1], parts[2], Long.parseLong(parts[3]))).toList();
        return new JvmReport(new Result.JdkInfo(properties.getProperty("java.version"),
                properties.getProperty("java.vendor"), properties.getProperty("java.home")),
                properties.getProperty("java.vm.name"), providers, offers, said(properties, "random"), algorithms,
                said(properties, "counting"),
                said(properties, "problem"));
    }

    private static String said(Properties properties, String name) {
        return properties.getProperty("org.eejs.agent." + name);
    }

    private static List<String> lines(Properties properties, String name) {
        String said = said(properties, name);
        return said == null || said.isEmpty() ? List.of() : List.of(said.split("\n"));
    }
}
