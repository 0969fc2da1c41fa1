package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eejs.lab.machine.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Error messages for bad command lines. */
class CommandLineIT {
    @TempDir
    private Path folder;

    /** Checks a message in this JVM, because starting the program for each line would prove no more. */
    private static void assertRefusedHere(String said, String... words) {
        StringWriter err = new StringWriter();
        int exit = Eejs.commandLine().setErr(new PrintWriter(err)).execute(words);
        assertEquals(2, exit, err.toString());
        assertEquals(Optional.empty(), Machine.confinedTo(), "confined, all later tests would be slow");
        assertOneLine(said, err.toString());
        assertTrue(Files.notExists(Path.of("results")), "nothing was run");
    }

    private static void assertOneLine(String said, String err) {
        assertEquals(1, err.lines().count(), "one line: " + err);
        assertTrue(err.contains(said), err);
    }

    private void assertRefused(String said, String... words) throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, words)) {
            assertEquals(2, eejs.awaitExit(), eejs.err() + eejs.out());
            assertOneLine(said, eejs.err());
            assertTrue(Files.notExists(folder.resolve("results")), "nothing was run");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "rnu | there is no command 'rnu'; did you mean run? See eejs --help",
        "run fast | 'fast' is not expected here; see eejs run --help",
        "run --sessions many | Invalid value for option '--sessions'",
        "run --sessions 0 | --sessions '0': must be a number of at least 1",
        "run --tls ssl3 | --tls: 'ssl3' is not a TLS profile; there are modern,",
        "run --jdk 6 | --jdk '6' was not found; there are",
        "run --phases 10s | --phases: phases are four durations",
        "run --placement bank=4711 | --placement 'bank=4711': EEJS may use the processors",
        "fly | there is no command 'fly'; there are run, compare, capacity, tune, bench,",
        "compare | there is nothing to compare",
        "compare --aa --jdk 17,25 | --aa: compares one configuration with itself",
        "compare --experiment ../experiments/csp.yaml --cures none,all | --cures none,all: makes its own config",
        "compare --jdk 17,25 --provider JDK,ACCP,BC,NSS --cures none,all | make 16 configurations; give fewer values",
        "run --jdk 17,25 | --jdk 17,25 are 2 configurations, and a run has one; give one value, or run them all with `eejs compare`",
        "compare --aa --max-runs 1 | must be at least 2",
        "compare --aa --precision 0 | --precision '0': must be a part of a whole",
        "compare --aa --metric speed | --metric: 'speed' is not a metric; there are",
        "compare --jdk 17,6 | --jdk '6' was not found",
        "compare --resume nowhere | nowhere: has no result",
        "run --provider aes=SUNJCE | --provider: 'SUNJCE' is not a provider; there are JDK,",
        "run --diseases plague | --diseases: 'plague' is not a bottleneck; there are unbuffered-truststore,",
        "run --diseases all | needs --back-end-trust cacerts",
        "run --cures trust,magic | --cures: 'magic' is not a cure; there are trust, context,",
        "run --crypto-intrinsics maybe | --crypto-intrinsics 'maybe': must be on or off",
        "capacity --arrival-rate 5 | start with --sessions instead of --arrival-rate",
        "capacity --match-response-time | --match-response-time needs a baseline",
        "capacity --service ../experiments/service.yaml | requestsPerSecond in the file of Accounts limits the load",
        "run --service ../experiments/service.yaml --placement none | --placement 'none' needs a service that EEJS starts",
        "host --new-token t | --new-token t: the token needs the name of its host",
        "host --new-token t --name Lab | --name 'Lab': is the name of the lab itself",
        "host --new-token t --name a/b | --name 'a/b': is not a host name",
        "host --revoke ../a | --revoke '../a': is not a host name",
        "host --revoke a --name b | --revoke a: excludes --name and --token-file; leave them out",
        "report nowhere | nowhere: has no result",
        "run --require p59<200ms | --require: 'p59' is not a figure of a run; did you mean p",
        "compare --aa --require p95<1s | --require applies to `eejs run` only; leave it out, or judge a comparison",
        "doctor --all | give one PID, one recording, or --launch",
        "doctor 1 --seconds 3 | --seconds 3: must be 5 to 600",
        "doctor 1 --threshold NaN | --threshold NaN: must be 0 to 100",
        "doctor --after -5 --launch java -version | --after -5: must be 0 to",
        "doctor 1 --junit /nowhere/junit.xml | --junit /nowhere/junit.xml: is not writable (no such folder)",
        "doctor 1 --sarif / | --sarif /: is not writable (it is a folder); name another file",
        "doctor 1 --cbom /nowhere/cbom.json | --cbom /nowhere/cbom.json: is not writable (no such folder)",
        "doctor 1 --sarif /tmp/x --cbom /tmp/../tmp/x | --cbom /tmp/../tmp/x: is also the file of --sarif; name another",
        "run --junit /nowhere/junit.xml | --junit /nowhere/junit.xml: is not writable (no such folder)",
        "run --jfr --hosts hosts.yaml | --jfr: records on this machine only",
        "bench compare nowhere elsewhere --gate 5 | --gate '5': must be a part of a whole",
        "bench compare nowhere | Missing required parameter: 'B'; see eejs bench compare --help",
        "bench compare one two three | 'three' is not expected here; see eejs bench compare --help",
    })
    void badInputGetsOneLine(String words, String said) {
        assertRefusedHere(said, words.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "run --sesions 5 | there is no option '--sesions'; did you mean --sessions? See eejs run --help",
        "run --experiment none.yaml | experiment file none.yaml does not exist",
        "run --out /proc/eejs | --out /proc/eejs: is not writable",
        "report last | last: there is no result in the folder results",
        "results nowhere | nowhere: no such folder",
        "bench compare nowhere elsewhere | nowhere: has no result",
        "keyserver init /dev/null | /dev/null is not a folder; name one that need not exist",
        "bank --besim nobody | nobody",
        "agent --bank localhost:1 | give either --sessions or --arrival-rate",
        "besim --tls ssl3 | 'ssl3' is not a TLS profile",
    })
    void theProgramPrintsItAndEndsWithTheCodeOfBadInput(String words, String said) throws Exception {
        assertRefused(said, words.split(" "));
    }

    @Test
    void anOptionThatTheJvmRefusesIsNamedBeforeTheBackEndStarts() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "run", "--bank-jvm-options=-XX:+UseFoo")) {
            assertEquals(2, eejs.awaitExit(), eejs.err());
            assertEquals("eejs: the JVM does not start: Unrecognized VM option 'UseFoo'", eejs.lastError());
            assertFalse(eejs.err().contains("starting"), eejs.err());
        }
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            assertRefused("--bank-port '" + port + "': is not available", "run", "--bank-port", port);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "bank --help", "besim --help", "agent --help"})
    void everyProgramHelps(String words) throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, words.split(" "))) {
            assertEquals(0, eejs.awaitExit());
            assertTrue(eejs.out().startsWith("Usage: "), eejs.out() + eejs.err());
            assertEquals("", eejs.err(), "no complaint of a description that is no format");
        }
    }

    @Test
    void everyCommandHelps() {
        Eejs.commandLine().getSubcommands().keySet().forEach(command -> assertHelps(command, "--help"));
        assertHelps("bench", "compare", "--help");
        assertHelps("bench", "remote-key", "--help");
    }

    private static String assertHelps(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertEquals(0, Eejs.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(words));
        assertTrue(out.toString().startsWith("Usage: "), out.toString());
        assertEquals("", err.toString());
        return out.toString();
    }

    @Test
    void helpOfAComparisonShowsItsJdksAndDefaultsWithPerCent() {
        String help = assertHelps("compare", "--help");
        assertTrue(help.startsWith("Usage: eejs compare [OPTIONS]\n"), help);
        assertTrue(help.contains("--jdk 17,25"), help);
        assertTrue(help.replaceAll("\\s+", " ").contains("(default: 95%)"), help);
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "completion")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            Files.writeString(folder.resolve("completion"), eejs.out());
        }
        assertEquals("reproduce", completed("repr"));
        assertEquals("--think-time", completed("run", "--thin"));
    }

    /** Returns bash's completion of the last word. */
    private String completed(String... words) throws Exception {
        // compopt works only in a shell that waits for a key.
        Process bash = new ProcessBuilder("bash", "-c", "compopt() { :; }; source completion; COMP_WORDS=(eejs "
                + String.join(" ", words) + "); COMP_CWORD=" + words.length + "; _complete_eejs; echo ${COMPREPLY[@]}")
                .directory(folder.toFile()).redirectErrorStream(true).start();
        return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void envTellsTheMachineAndFitsATerminal() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "env", "--jdk",
                System.getProperty("java.home"), "--out", "machine")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.out().contains("UseGHASHIntrinsics"), eejs.out());
            assertEquals("", eejs.err(), "nothing of what the JVMs of others say");
            assertTrue(eejs.out().lines().allMatch(line -> line.length() <= 120), eejs.out());
        }
        JsonNode env = new ObjectMapper().readTree(folder.resolve("machine/env.json").toFile());
        assertTrue(env.at("/cpu/processors").asInt() >= 1, env::toString);
        assertTrue(env.at("/jdks/0/version").asText().matches("\\d.*"), env::toString);
        assertTrue(env.at("/jdks/0/intrinsics/used").has("UseAESIntrinsics"), env::toString);
        assertTrue(env.at("/jdks/0/providers").findValuesAsText("name").contains("Conscrypt"), env::toString);
        assertFalse(env.at("/openssl/version").isMissingNode(), "the tests need openssl");
    }
}
