package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.Fix;
import org.eejs.banking.KnownProvider;
import org.eejs.banking.Phases;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.result.InputException;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSettingsTest {
    @TempDir
    private Path folder;

    private RunSettings read(String yaml) throws IOException {
        return ExperimentFile.read(Files.writeString(folder.resolve("experiment.yaml"), yaml)).common();
    }

    @Test
    void filesAreCompletedByDefaults() throws IOException {
        RunPlan plan = RunPlan.of(read("sessions: 7\ntls: ecdsa\n# a comment\nphases: paper\n"));
        assertEquals(7, plan.get(BankingSettings.SESSIONS));
        assertEquals(TlsProfile.of("ecdsa"), plan.get(BankingSettings.TLS));
        assertEquals(Phases.PAPER, plan.get(BankingSettings.PHASES));
        assertEquals(BackEndPolicy.NEW_CONNECTION, plan.get(BankingSettings.BACK_END));
    }

    @Test
    void theCommandLineComesFirst() throws IOException {
        RunSettings said = read("arrivalRate: 3.5\nseed: 9\n").or(read("sessions: 7\nseed: 1\ntls: ecdsa\n"));
        assertEquals(3.5, said.written().get("arrivalRate"));
        assertNull(said.written().get("sessions"), "a load replaces the other load as a whole");
        assertEquals(9L, said.written().get("seed"));
        assertEquals("ecdsa", said.written().get("tls"));
    }

    @Test
    void anEmptyFileSetsNothing() throws IOException {
        assertEquals(RunSettings.unsaid(), read("\n"));
        assertEquals(RunSettings.unsaid(), read("# nothing\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "sessions: 7\\nsesions: 8 | line 2 | 'sesions'",
        "sessions: 7\\ntls: modern\\nsessions: many | line 3 | 'sessions'",
        "bankJvmOptions: [-Xmx1g | line | ",
        "- sessions | line 1 | ",
    })
    void mistakesNameFileLineAndKey(String yaml, String line, String key) {
        String message = assertThrows(InputException.class, () -> read(yaml.replace("\\n", "\n"))).getMessage();
        assertTrue(message.contains("experiment.yaml, ") && message.contains(line), message);
        assertTrue(key == null || message.contains(key), message);
        assertEquals(1, message.lines().count());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "sessions: 0 | --sessions '0'",
        "sessions: 5\\narrivalRate: 2 | exclude each other",
        "arrivalRate: -1 | --arrival-rate '-1'",
        "tls: sslv3 | --tls: 'sslv3' is not a TLS profile; there are modern",
        "backEnd: magic | --back-end: 'magic' is not a back-end policy",
        "phases: 1s,2s | --phases: phases are four durations",
        "thinkTime: soon | --think-time: 'soon' is not a duration",
        "pageTimeout: 0s | --page-timeout '0s'",
        "returningUsers: 120% | --returning-users '120%': must be a share from 0% to 100%",
        "resumedConnections: half | --resumed-connections 'half': must be a share from 0% to 100%",
        "pagesPerConnection: 0 | --pages-per-connection '0'",
        "lineSpeed: 999 | --line-speed '999': must be at least 1000 bytes a second",
        "timeGood: 0s | --time-good '0s'",
        "timeGood: 5s | --time-tolerable 4s: must be at least the 5s of --time-good",
        "goodShare: 99.5% | --tolerable-share: must be at least --good-share",
        "besimThreads: 0 | --besim-threads '0'",
        "backEndTrust: all | --back-end-trust: 'all' is not a trust in the back end; there are private, cacerts",
        "diseases: plague | --diseases: 'plague' is not a bottleneck; there are unbuffered-truststore,",
        "diseases: [all, cipher-probe] | 'all' is not a bottleneck",
        "diseases: truststore-per-context | needs --back-end-trust cacerts",
        "diseases: pkix-pkcs12\\nkeyManager: SunX509 | needs --key-manager PKIX and --key-store pkcs12",
        "cures: magic | --cures: 'magic' is not a cure; there are trust, context, context-sharing, random, keys",
        "cures: random\\nprovider: random=BC | --cures 'random': leave out --provider for random",
        "jdk: '17,25' | --jdk 17,25 are 2 configurations, and a run has one; give one value, or run them all with `eejs compare`",
        "cures: [none, all] | --cures none,all are 2 configurations",
        "provider: ACCP,JDK,BC | --provider ACCP,JDK,BC are 3 configurations",
        "provider: xdh=Conscrypt | --provider: 'xdh=Conscrypt': JSSE cannot use its keys; choose JDK or BC",
        "provider: rsa=ACCP,JDK | --provider: 'JDK' is not a family of algorithms and its provider, such as aes=SunJCE",
        "cures: [all, trust] | --cures: 'all' is not a cure",
        "bankPort: 70000 | --bank-port '70000'",
        "jdk: 6 | --jdk '6' was not found; there are ",
        "jdk: /nowhere | --jdk '/nowhere' is not the home of a JDK",
    })
    void impossibleValuesNameTheOption(String yaml, String expected) throws IOException {
        RunSettings settings = read(yaml.replace("\\n", "\n"));
        String message = assertThrows(InputException.class, () -> RunPlan.of(settings)).getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void namesOfBottlenecksAndCuresAreListsOrOne() throws IOException {
        RunPlan plan = RunPlan.of(read("backEndTrust: cacerts\ndiseases: all\ncures: [keys, trust]\n"));
        assertEquals(Set.of(Bottleneck.values()), plan.get(BankingSettings.DISEASES));
        assertEquals(Set.of(Fix.TRUST, Fix.KEYS), plan.get(BankingSettings.CURES));
        for (String none : List.of("none", "[none]", "[]")) {
            RunPlan healthy = RunPlan.of(read("diseases: " + none + "\ncures: " + none + "\n"));
            assertEquals(Set.of(), healthy.get(BankingSettings.DISEASES), none);
            assertEquals(Set.of(), healthy.get(BankingSettings.CURES), none);
        }
        assertEquals(Set.of(), RunPlan.of(RunSettings.unsaid()).get(BankingSettings.DISEASES));
    }

    @Test
    void aProviderOfAllServicesLeavesRandomNumbersToTheirCure() throws IOException {
        assertEquals(KnownProvider.ACCP, RunPlan.of(read("provider: ACCP\ncures: keys\n")).providers()
                .of(AlgorithmFamily.RANDOM));
        RunPlan cured = RunPlan.of(read("provider: ACCP\ncures: all\n"));
        assertNull(cured.providers().of(AlgorithmFamily.RANDOM));
        assertEquals(KnownProvider.ACCP, cured.providers().of(AlgorithmFamily.AES));
    }

    @Test
    void aMissingFileIsNamed() {
        assertTrue(assertThrows(InputException.class, () -> ExperimentFile.read(folder.resolve("none.yaml")))
                .getMessage().contains("none.yaml does not exist"));
    }

    @Test
    void readyExperimentsAreReady() throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("../experiments"),
                file -> file.toString().endsWith(".yaml") && !file.endsWith("service.yaml"))) {
            files.forEach(file -> {
                ExperimentPlan experiment = ExperimentFile.read(file);
                if (!experiment.isOfXml()) {
                    RunPlan.of(experiment.common(), "common");
                    assertEquals(experiment.configurations().size(), experiment.plans().size(), file.toString());
                }
                assertTrue(experiment.configurations().isEmpty() || experiment.baselineName() != null);
            });
        }
    }

    @Test
    void hostsHaveTheirOwnNetwork() throws IOException {
        RunSettings said = read("roundTrip: 0ms\n");
        assertEquals("--round-trip 0ms: needs users and bank on this machine; leave out --round-trip, as hosts have a "
                + "network", assertThrows(InputException.class, () -> RunPlan.onHosts(said)).getMessage());
        assertFalse(RunPlan.onHosts(read("lineSpeed: 1000\n")).usesLink());
    }

    @Test
    void aProfileWithClientCertificatesNeedsTheUsersOfAServiceToHaveOne() throws IOException {
        Path service = Files.writeString(folder.resolve("mutual.yaml"), """
                url: https://localhost:8443
                scenarios:
                  - steps: [{get: /}]
                """);
        RunSettings said = read("service: " + service + "\ntls: classical-mutual\n");
        assertEquals("--tls classical-mutual: users show a certificate; add connect: with certificate and key to "
                + service, assertThrows(InputException.class, () -> RunPlan.of(said)).getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "roundTrip: 10s | --round-trip '10s': must be shorter than 10s",
        "loss: 100% | --loss '100%': must be a share from 0% to below 100%",
        "bandwidth: 999 | --bandwidth '999': must be at least 1000 bytes a second",
    })
    void linksHaveLimits(String yaml, String said) throws IOException {
        RunSettings settings = read(yaml);
        assertEquals(said, assertThrows(InputException.class, () -> RunPlan.of(settings)).getMessage());
    }
}
