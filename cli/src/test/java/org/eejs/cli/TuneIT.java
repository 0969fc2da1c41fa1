package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.Tuning;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches for the cheapest configuration, with real processes. */
class TuneIT {
    /** All knobs but the fixes, so that few runs suffice. */
    static final String OTHERS = "back-end,rsa,ec,xdh,aes,digest,key-generation,random,tls-stack,container,"
            + "certificate,key-manager,trust,intrinsics,jdk,collector,tickets";

    @TempDir
    private Path folder;

    private EejsProcess tune(String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("tune"));
        words.addAll(List.of(more));
        return new EejsProcess(folder, words.toArray(String[]::new));
    }

    @Test
    @Tag("long")
    void aBadDefaultIsFoundAndItsSavingProvenAlsoAfterAStop() throws Exception {
        String[] search = {"--back-end", "new-context", "--forbid", OTHERS, "--budget", "18min", "--sessions", "8",
            "--think-time", "200ms", "--phases", "1s,1s,4s,1s", "--placement", "none",
            EejsProcess.BANK_COMPILES_LITTLE, "--out", "out"};
        try (EejsProcess eejs = tune(search)) {
            eejs.awaitProgress("race, block 2");
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.said());
            assertTrue(eejs.out().contains("The search has not ended"), eejs.said());
        }
        int before = result().observations().size();
        assertTrue(before >= 3, "a profile and the first block: " + before);
        try (EejsProcess eejs = tune("--resume", "out")) {
            assertEquals(0, eejs.awaitExit(Duration.ofMinutes(18)), eejs.said());
            Result result = eejs.result();
            Tuning tuning = result.tuning();
            assertEquals(List.of(new Tuning.Change("cures", "on")), tuning.winner());
            assertTrue(eejs.out().strip().startsWith("Cures on: "), eejs.out());
            assertTrue(eejs.out().contains("99% CI"), eejs.out());
            assertTrue(eejs.out().contains("./eejs compare --experiment tuned.yaml"), eejs.out());
            Result.Comparison cpu = result.comparisons().stream()
                    .filter(each -> each.isOf("appCpuMsPerPage", "tuned")).findFirst().orElseThrow();
            assertTrue(cpu.ratio() < 0.8 && cpu.verdict().equals("better"), cpu.toString());
            assertEquals(1, result.observations().stream().filter(each -> each.round() == 1).count(),
                    "what was measured before the stop is not measured again");
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("What to change"));
        }
        Result ended = result();
        try (EejsProcess eejs = tune("--resume", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.said());
            assertEquals(ended.observations(), eejs.result().observations(), "a search that has ended is not repeated");
            assertEquals(ended.tuning().winner(), eejs.result().tuning().winner());
        }
    }

    @Test
    @Tag("long")
    void valuesThatExcludeEachOtherDoNotEndTheSearch() throws Exception {
        String newest = Jdk.all().stream().max(Comparator.comparingInt(Jdk::feature)).orElseThrow().home().toString();
        try (EejsProcess eejs = tune("--jdk", newest, "--forbid", OTHERS.replace("tls-stack,container,", "") + ",cures",
                "--budget", "18min", "--sessions", "8", "--think-time", "200ms", "--phases", "1s,1s,4s,1s",
                "--placement", "none", EejsProcess.BANK_COMPILES_LITTLE, "--out", "out")) {
            eejs.awaitProgress("race, block 2");
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.said());
            assertTrue(eejs.err().contains("openssl-ffm is part of Tomcat and cannot serve in --container jetty"),
                    eejs.said());
            assertTrue(result().observations().stream().anyMatch(run -> run.configuration().contains("openssl-ffm")),
                    "by itself it can serve");
        }
    }

    private Result result() {
        return RunDirectory.read(folder.resolve("out"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--forbid colour | --forbid 'colour' is not a knob",
        "--objective speed | --objective 'speed': must be cpu or p99",
        "--budget soon | --budget: 'soon' is not a duration",
        "--budget 5min | --budget: this search needs at least",
        "--jdk 17,25 | tune starts from one configuration",
        "--service service.yaml | add to its file: start: command"})
    void badInputIsOneLine(String options, String said) throws Exception {
        Files.writeString(folder.resolve("service.yaml"), """
                url: http://localhost:1
                scenarios:
                  - name: browse
                    steps:
                      - {name: home, get: /}
                """);
        try (EejsProcess eejs = tune(options.split(" "))) {
            assertEquals(2, eejs.awaitExit(), eejs.said());
            assertTrue(eejs.lastError().startsWith("eejs: ") && eejs.lastError().contains(said), eejs.said());
        }
    }
}
