package org.eejs.lab.defaults;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.banking.RoleName;
import org.eejs.banking.TlsProfile;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.JvmCommand;
import org.eejs.result.InputException;
import org.eejs.result.JdkDifference;
import org.eejs.result.JdkDifference.Area;
import org.eejs.role.JdkDefaults;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;

/**
 * The defaults of JDKs, compared: the bytes that their TLS sends over loopback, their security providers, properties
 * and roots, and the flags of their JVMs. Immutable.
 */
public final class JdkDifferences {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Area> AREAS = Stream.of(Area.values())
            .collect(Collectors.toMap(Area::id, each -> each));

    /** The values of each fact, several if it is random; of facts about the wire for each kind of handshake. */
    private final Map<Area, Map<String, Map<String, Set<String>>>> facts = new EnumMap<>(Area.class);

    private JdkDifferences(Jdk jdk, Path home, PkiDirectory pki) {
        JdkDefaults.Found found = ask(jdk, home, pki);
        found.facts().forEach((area, values) -> values.forEach((name, value) -> add(AREAS.get(area), name, "", value)));
        for (JdkDefaults.Handshake each : found.handshakes()) {
            Map.of("client", each.client(), "server", each.server()).forEach((side, bytes) -> SentRecords.facts(side,
                    bytes).forEach((name, value) -> add(Area.WIRE, name, each.kind(), value)));
        }
        jdk.flags().forEach((name, value) -> add(Area.FLAG, name, "", value));
    }

    /**
     * Compares JDKs with the first of them. It takes some seconds.
     *
     * @param jdks by the names of their configurations; the first is the baseline
     * @param home the folder with a folder of jars for each role
     * @param state the folder for certificates, which are kept
     * @throws InputException with a line that names the JDK, if one does not report its defaults
     */
    public static List<JdkDifference> of(Map<String, Jdk> jdks, Path home, Path state)
            throws IOException, GeneralSecurityException {
        PkiDirectory pki = RunCertificates.ensure(state.resolve("defaults"), List.of(TlsProfile.MODERN),
                JdkDefaults.HOST);
        Map<Jdk, CompletableFuture<JdkDifferences>> asked = new LinkedHashMap<>();
        jdks.values().forEach(jdk -> asked.computeIfAbsent(jdk, each -> CompletableFuture.supplyAsync(
                () -> new JdkDifferences(each, home, pki))));
        List<JdkDifference> all = new ArrayList<>();
        try {
            JdkDifferences baseline = asked.get(jdks.values().iterator().next()).join();
            jdks.forEach((configuration, jdk) -> all.addAll(asked.get(jdk).join().since(baseline, configuration)));
        } catch (CompletionException e) {
            throw e.getCause() instanceof InputException told ? told : e;
        }
        return List.copyOf(all);
    }

    private void add(Area area, String name, String kind, String value) {
        facts.computeIfAbsent(area, any -> new TreeMap<>()).computeIfAbsent(name, any -> new TreeMap<>())
                .computeIfAbsent(kind, any -> new TreeSet<>()).add(value);
    }

    private static JdkDefaults.Found ask(Jdk jdk, Path home, PkiDirectory pki) {
        // The optimizing compiler would take half the time.
        List<String> command = new JvmCommand(jdk).options(JvmCommand.LOGGING)
                .options(List.of("-XX:TieredStopAtLevel=1"))
                .classPath(List.of(home.resolve(RoleName.BESIM.id()) + "/*"))
                .words(JdkDefaults.class.getName(), List.of(pki.folder().toString()));
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            List<String> lines;
            try (Stream<String> said = process.inputReader().lines()) {
                lines = said.toList();
            }
            String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
            if (!last.startsWith("{")) {
                throw new IOException(lines.isEmpty() ? "it printed nothing" : lines.get(0));
            }
            return JSON.readValue(last, JdkDefaults.Found.class);
        } catch (IOException e) {
            throw new InputException(jdk.java() + " does not report its defaults: " + e.getMessage());
        }
    }

    private List<JdkDifference> since(JdkDifferences baseline, String configuration) {
        List<JdkDifference> all = new ArrayList<>();
        for (Area area : Area.values()) {
            Map<String, Map<String, Set<String>>> before = baseline.facts.getOrDefault(area, Map.of());
            Map<String, Map<String, Set<String>>> after = facts.getOrDefault(area, Map.of());
            both(before.keySet(), after.keySet()).forEach(name -> all.addAll(of(configuration, area, name,
                    before.getOrDefault(name, Map.of()), after.getOrDefault(name, Map.of()))));
        }
        return all;
    }

    /** Returns the changes of a fact; those that are the same in several kinds of handshakes are one. */
    private static List<JdkDifference> of(String configuration, Area area, String name,
            Map<String, Set<String>> before, Map<String, Set<String>> after) {
        Set<String> kinds = both(before.keySet(), after.keySet());
        Map<JdkDifference, List<String>> changes = new LinkedHashMap<>();
        for (String kind : kinds) {
            Set<String> old = before.getOrDefault(kind, Set.of());
            Set<String> now = after.getOrDefault(kind, Set.of());
            if (old.stream().noneMatch(now::contains)) {
                changes.computeIfAbsent(new JdkDifference(configuration, area, name, words(old), words(now)),
                        any -> new ArrayList<>()).add(kind);
            }
        }
        return changes.entrySet().stream().map(each -> each.getValue().size() == kinds.size() ? each.getKey()
                : each.getKey().of(each.getValue())).toList();
    }

    /** Returns one of the values, which differ only by chance. */
    private static String words(Set<String> values) {
        return values.stream().findFirst().orElse(null);
    }

    private static Set<String> both(Collection<String> some, Collection<String> others) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return all;
    }
}
