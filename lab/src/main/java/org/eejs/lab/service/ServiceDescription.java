package org.eejs.lab.service;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.banking.service.ServiceScript;
import org.eejs.result.settings.RunSettings;

/**
 * A user's service as its file describes it, checked and complete. Immutable. It holds secrets, as its script does.
 *
 * @param name its name in reports: the name in the file, or the file's own
 * @param url its URL; with port 0 if each start has a free one
 * @param script the script of drivers; origins with port 0 are the service itself if each start has a free port
 * @param process the measured process
 * @param application the prefixes of its class names, for attribution
 * @param settings of the run, as the file writes them next to its other keys
 * @param notes messages of the reader, such as entries of a HAR file that were left out
 */
public record ServiceDescription(String name, URI url, ServiceScript script, Measured process,
        List<String> application, RunSettings settings, List<String> notes) {
    /** The process to measure. */
    public sealed interface Measured permits Nothing, Running, Launch {}

    /** No process: latency and handshakes are measured, but not its CPU. */
    public record Nothing() implements Measured {}

    /** A process that runs on this machine. */
    public record Running(long pid) implements Measured {}

    /**
     * The start of the service, again for each run.
     *
     * @param command its words; {@code {jvmOptions}} is replaced by options and {@code {port}} by a free port
     * @param directory its working directory
     * @param environment variables in addition to those of the lab; values may contain {@code {jvmOptions}} and {@code
     *     {port}}
     * @param ready a path with a status below 400 once it is ready
     * @param patience the longest time for that
     * @param stop a command that ends it; empty for a signal (SIGTERM)
     */
    public record Launch(List<String> command, Path directory, Map<String, String> environment, String ready,
            Duration patience, List<String> stop) implements Measured {
        /** The placeholder of a free port in commands, variables and URLs. */
        public static final String PORT = "{port}";
        /** The placeholder of JVM options in commands and variables. */
        public static final String JVM_OPTIONS = "{jvmOptions}";
    }

    /** Returns the share of each step among all, by {@code scenario/step}, if all sessions end normally. */
    public Map<String, Double> expectedMix() {
        double all = script.scenarios().stream().mapToDouble(each -> each.weight() * each.steps().size()).sum();
        Map<String, Double> mix = new LinkedHashMap<>();
        script.scenarios().forEach(scenario -> scenario.steps().forEach(step ->
                mix.merge(scenario.name() + "/" + step.name(), scenario.weight() / all, Double::sum)));
        return mix;
    }

    /**
     * Returns the script of a service that listens on this port. Requests contain the port as {@code ${port}} if it may
     * vary, and go to the first address of a host that accepts connections now.
     */
    public ServiceScript scriptAt(int port) {
        Map<String, String> own = url.getPort() == 0 ? Map.of(Placeholders.PORT, "" + port) : Map.of();
        List<Map<String, String>> users = script.users().isEmpty() && !own.isEmpty() ? List.of(own)
                : script.users().stream().map(row -> {
                    Map<String, String> all = new HashMap<>(row);
                    all.putAll(own);
                    return Map.copyOf(all);
                }).toList();
        return new ServiceScript(script.origins().stream().map(origin -> origin.port() != 0 ? origin
                : new ServiceScript.Origin(origin.tls(), origin.host(), port, origin.addresses()))
                .map(ServiceScript.Origin::reached).toList(),
                script.connections(), script.scenarios(), script.requestsPerSecond(), users, script.secrets(),
                script.limits());
    }
}
