package org.eejs.lab.serving;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.eejs.banking.AlgorithmUse;
import org.eejs.result.Result;

/**
 * What the JVM of a service says of itself.
 *
 * @param jdk which it is of
 * @param vm the name of the virtual machine
 * @param providers the names of the installed security providers in their order; empty when they are not known
 * @param offers what each offers, as type.algorithm
 * @param random the provider of its SecureRandom; null when not known
 * @param algorithms who served what while that was counted
 * @param counting what counted it; null when it was not counted
 * @param problem what the agent could not do; null when it could do all
 */
public record JvmReport(Result.JdkInfo jdk, String vm, List<String> providers, Map<String, List<String>> offers,
        String random, List<AlgorithmUse> algorithms, String counting, String problem) {
    /** As the agent writes it into system properties; see {@code org.eejs.agent.ServiceAgent}. */
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
