package org.eejs.lab.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.lab.ProvidersProbe;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.RemoteKeyServer;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.result.InputException;
import org.eejs.result.NotHereException;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every provider that the lab can name signs and validates in a process that has what the lab says it needs. */
class XmlProviderTest {
    private static final Path HOME = Path.of(System.getProperty("eejs.home"));

    @TempDir
    private Path folder;

    private static XmlSettings settings(String provider, String key) {
        return new XmlSettings("sign-enveloped", "jdk", null, null, key, provider, null, null, null, null, null);
    }

    private XmlProvider prepare(String provider, String key, Jdk jdk) throws Exception {
        return XmlProvider.prepare(settings(provider, key), jdk, "", HOME, folder.resolve("state"), folder);
    }

    /** What the probe says of each key, in a JVM with all of these providers around it. */
    private List<String> probe(Jdk jdk, Map<XmlProvider, List<String>> asked) throws Exception {
        List<String> classPath = new ArrayList<>(List.of(HOME.resolve("xmlload") + "/*", Path.of(ProvidersProbe.class
                .getProtectionDomain().getCodeSource().getLocation().toURI()).toString()));
        asked.keySet().forEach(provider -> classPath.addAll(provider.classPath()));
        List<String> command = new ArrayList<>(List.of(jdk.java().toString(), "-XX:TieredStopAtLevel=1"));
        asked.keySet().stream().flatMap(provider -> provider.jvmOptions().stream()).distinct().forEach(command::add);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), ProvidersProbe.class.getName()));
        asked.forEach((provider, keys) -> keys.forEach(key -> command.addAll(List.of(provider.option(), key))));
        Path log = folder.resolve("probe.log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        asked.keySet().forEach(provider -> builder.environment().putAll(provider.environment()));
        Process process = builder.start();
        List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .toList();
        assertEquals(0, process.waitFor(), () -> said + " " + read(log));
        return said;
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The newest JDK of this machine, which need not be the one that runs the tests. */
    private static Jdk newest() {
        return Jdk.all().stream().reduce((one, other) -> other.feature() > one.feature() ? other : one).orElseThrow();
    }

    /** NSS can be opened once in the life of a JVM, so it shows one key on each JDK. */
    private void assertServe(Jdk jdk, String keyOfNss) throws Exception {
        Map<XmlProvider, List<String>> asked = new LinkedHashMap<>();
        List<String> expected = new ArrayList<>();
        for (KnownProvider each : List.of(KnownProvider.ACCP, KnownProvider.BC, KnownProvider.CONSCRYPT,
                KnownProvider.SOFT_HSM, KnownProvider.NSS)) {
            List<String> keys = each == KnownProvider.NSS ? List.of(keyOfNss) : List.of("rsa-2048", "ec-p256");
            asked.put(prepare(each.id(), null, jdk), keys);
            keys.forEach(key -> expected.addAll(served(key, each.jcaName())));
        }
        asked.put(prepare("SunRsaSign", null, jdk), List.of("rsa-1024"));
        expected.addAll(served("rsa-1024", "SunRsaSign"));
        asked.put(prepare("SunEC", null, jdk), List.of("rsa-2048"));
        expected.add("rsa-2048 refused: SunEC cannot sign with a key rsa-2048: no such algorithm: SHA256withRSA for "
                + "provider SunEC");
        // Versions of foreign providers are their own.
        assertEquals(expected, probe(jdk, asked).stream().map(line -> line.replaceFirst(" [0-9][0-9.]*$", ""))
                .toList());
    }

    private static List<String> served(String key, String provider) {
        return Stream.of("sign-enveloped jdk", "sign-enveloped santuario", "validate-enveloped jdk",
                "validate-enveloped santuario").map(each -> key + " " + each + " " + provider).toList();
    }

    @Test
    void allServe() throws Exception {
        assertServe(Jdk.running(), "rsa-2048");
    }

    @Test
    @Tag("long")
    void allServeOnTheNewestJdk() throws Exception {
        assertServe(newest(), "ec-p256");
    }

    @Test
    void aKeyServerSignsAndCounts() throws Exception {
        XmlProvider provider = prepare("EEJSRemote", "rsa-2048", Jdk.running());
        Path cluster = Path.of(provider.option().substring("EEJSRemote:".length()));
        List<String> said;
        try (provider) {
            said = probe(Jdk.running(), Map.of(provider, List.of("rsa-2048")));
            assertEquals(List.of("rsa-2048 sign-enveloped jdk EEJSRemote 1.0",
                    "rsa-2048 sign-enveloped santuario EEJSRemote 1.0",
                    "rsa-2048 validate-enveloped jdk refused: the provider EEJSRemote signs but does not verify; "
                            + "validate with another",
                    "rsa-2048 validate-enveloped santuario refused: the provider EEJSRemote signs but does not verify; "
                            + "validate with another"), said);
            assertEquals(null, provider.problem());
            // One when the key is opened, two for each check, one for each validation that is refused.
            assertEquals(1 + 2 * 2 + 2, provider.endAndCount());
        }
        assertTrue(Files.notExists(cluster.getParent()));
    }

    @Test
    void saysWhatCannotBeHad() {
        assertEquals("--provider 'ACPC' is not a provider; did you mean ACCP?",
                assertThrows(InputException.class, () -> prepare("ACPC", "rsa-2048", Jdk.running())).getMessage());
        assertTrue(assertThrows(NotHereException.class, () -> XmlProvider.prepare(settings("ACCP", null), Jdk.running(),
                "", folder, folder, folder)).getMessage().contains("build EEJS again"));
        assertEquals("EEJSRemote: no key rsa-1024 is made; there are rsa-2048, rsa-4096, ec-p256, ec-p384",
                assertThrows(NotHereException.class, () -> prepare("EEJSRemote", "rsa-1024", Jdk.running()))
                        .getMessage());
    }

    @Test
    void aKeyServerLeavesTheWorkloadsCoresAlone() {
        List<BitSet> cores = Arrays.asList(BitSet.valueOf(new long[] {0b0011}), BitSet.valueOf(new long[] {0b1100}));
        assertEquals("2-3", RemoteKeyServer.rest(cores, "0"));
        assertEquals("", RemoteKeyServer.rest(cores, "0,2"));
        assertEquals("", RemoteKeyServer.rest(cores, ""));
    }
}
