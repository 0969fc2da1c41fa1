package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.result.Diagnosis.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the text and the lines of fixes. */
class CuresTest {
    @TempDir
    private Path folder;

    private static Cure cure(Seen seen, String rule) {
        List<Finding> findings = seen.byRules();
        assertEquals(List.of(rule), findings.stream().map(Finding::rule).toList());
        return findings.get(0).cure();
    }

    @Test
    void linesOfCuresAreRightAsTheyAre() {
        JvmEvidence evidence = new Seen().security("jdk.tls.disabledAlgorithms", "SSLv3, RC4")
                .security("security.provider.1",
                "com.example.Fast").security("security.provider.2", "SunJCE").heap("com.sun.crypto.provider.SunJCE", 1)
                .system("javax.net.debug", "all").evidence();
        Pattern setting = Pattern.compile("^('?-[DX]|jdk\\.|security\\.|ssl\\.|disabledMechanisms|\\s*CKM_|java ).*");
        for (Rule rule : Rules.ALL) {
            Cure cure = rule.cure(evidence, new Claim());
            // Before JDK 24, no line helps clients that need several tickets.
            assertTrue(!cure.words().isBlank() && !cure.lines().isEmpty() || rule.id().equals("tls13-ticket-starved"),
                    rule.id());
            for (String line : cure.lines()) {
                assertTrue(!line.contains("…") && !line.contains("..."), rule.id() + ": " + line);
                assertTrue(!line.stripLeading().startsWith("//"), rule.id() + " is only a comment: " + line);
                assertTrue(!setting.matcher(line).matches() || !line.contains("//"), rule.id() + ": " + line);
            }
        }
    }

    @Test
    void optionsOfTheJdkAreKnownToTheJdk() throws Exception {
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        String jdk = new String(Files.readAllBytes(modules), StandardCharsets.ISO_8859_1);
        JvmEvidence evidence = new Seen().jdk(System.getProperty("java.version")).evidence();
        Set<String> names = new TreeSet<>();
        Rules.ALL.forEach(rule -> rule.cure(evidence, new Claim()).lines().forEach(line -> Pattern.compile(
                "(?:^|\\s)'?-D((?:jdk|com\\.sun|java|javax)\\.[\\w.]+)=").matcher(line).results().forEach(each ->
                names.add(each.group(1)))));
        assertTrue(names.size() > 3, names.toString());
        for (String name : names) {
            assertTrue(jdk.contains(name), "the JDK does not have " + name);
        }
    }

    @Test
    void whatTheJvmLeavesOutItGoesOnLeavingOut() {
        Seen seen = new Seen().samples(400, "com.sun.crypto.provider.DHKeyAgreement.engineGenerateSecret");
        assertEquals(List.of("-Djdk.tls.namedGroups=x25519,secp256r1,secp384r1"), cure(seen, "dhe").lines());
        seen.security("jdk.tls.disabledAlgorithms", "SSLv3, RC4").jdk("27");
        assertEquals(List.of("-Djdk.tls.namedGroups=X25519MLKEM768,x25519,secp256r1,secp384r1",
                "jdk.tls.disabledAlgorithms=SSLv3, RC4, DHE"), cure(seen, "dhe").lines());
    }

    @Test
    void theLibraryOfCuresIsNamedAsItIsPublishedAndFoundByTheJvm() throws Exception {
        String readme = Files.readString(Path.of("../products/jsse/README.md"));
        Cure cure = cure(new Seen().samples(400, "javax.net.ssl.SSLContext.init"), "context-per-call");
        assertEquals(List.of("java -jar eejs-jsse-0.1.0.jar > eejs.security",
                "-Djava.security.properties=eejs.security -Dorg.eejs.jsse.sslContext=share "
                + "-Xbootclasspath/a:eejs-jsse-0.1.0.jar"), cure.lines());
        String[] artifact = cure.words().replaceFirst("(?s).*(org\\.eejs:[\\w-]+:[\\w.]*\\w).*", "$1").split(":");
        assertTrue(readme.contains("<artifactId>" + artifact[1] + "</artifactId>") && readme.contains("<version>"
                + artifact[2] + "</version>"), cure.words());
    }

    @Test
    void aCureThatLowersSecurityBeginsWithAWarning() throws Exception {
        Pattern weaker = Pattern.compile("(?i)RSA-2048|P-256|secp256r1|x25519|AES_128|urandom|timeout|SOFT_FAIL|state|"
                + "disabledMech|\\bkeep|\\bkept\\b|resum|session|ticket|staple|revo|clone|SecureRandom|password|FIPS|"
                + "TLSv1|verif(y|ier)|cost|iterations|strength|plain\\b|null cipher|trust ?all|egd");
        Set<String> notWeaker = Set.of("verify-with-private-key");
        JvmEvidence evidence = new Seen().evidence();
        for (Rule rule : Rules.ALL) {
            Cure cure = rule.cure(evidence, new Claim());
            Cure advice = rule.advice(evidence, new Claim());
            if (rule.lowers().isEmpty()) {
                assertEquals(cure, advice, rule.id());
                assertTrue(notWeaker.contains(rule.id()) || !weaker.matcher(cure.words() + cure.lines()).find(),
                        rule.id() + " does not say what it lowers: " + cure);
            } else {
                String first = "Fix lowers security: " + rule.lowers() + ".";
                assertTrue(advice.words().startsWith(first + " ") && first.length() <= 118, advice.words());
            }
        }
        assertEquals(List.of("verify-with-private-key", "reverse-dns", "provider-instance-per-call",
                "crypto-unaccelerated", "provider-not-there", "cipher-probe", "debug-left-on", "leak-detector"),
                Rules.ALL.stream().filter(rule -> rule.lowers().isEmpty()).map(Rule::id).toList());
    }

    @Test
    void smallerKeysAreNamedWithTheirStrengthAndTheAlternative() {
        Rule rule = Rules.ALL.stream().filter(each -> each.id().equals("rsa-4096")).findFirst().orElseThrow();
        String words = rule.advice(new Seen().evidence(), new Claim()).words();
        assertTrue(words.startsWith("Fix lowers security: ") && words.contains("140") && words.contains("112")
                && words.contains("weaker") && words.contains("P-256 128"), words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.sun.crypto.provider.PBKDF2KeyImpl.deriveKey",
        "org.springframework.security.crypto.bcrypt.BCrypt.hashpw"})
    void aSessionInPlaceOfAPasswordGetsAnotherId(String frame) {
        Cure cure = cure(new Seen().samples(400, frame, "com.example.Login.check"), "password-hash-hot");
        assertTrue(cure.lines().stream().anyMatch(line -> line.contains("changeSessionId()")), cure.toString());
    }

    /** Values from the profiled JVM, in lines to copy: a shell takes each as one word, and runs nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"/tmp/a b; touch owned", "/tmp/$(touch owned)", "/tmp/`touch owned`",
        "/tmp/x' y; touch owned '",
        "/tmp/x\" & touch owned", "/tmp/a\ntouch owned\ntouch owned", "/tmp/x > owned", "/tmp/*|touch owned",
        "/tmp/\u001b[31m\r touch owned"})
    void aShellRunsNothingThatTheJvmNames(String own) throws Exception {
        Seen seen = new Seen().system("java.security.properties", own).system("jdk.tls.namedGroups", own)
                .security("jdk.tls.disabledAlgorithms", own);
        for (Rule rule : Rules.ALL) {
            for (String line : rule.advice(seen.evidence(), new Claim()).lines()) {
                assertTrue(line.matches("[^\\p{Cc}\\p{Zl}\\p{Zp}]*"), rule.id() + ": " + line);
                if (line.startsWith("java ") || line.startsWith("-D") || line.startsWith("'-D")) {
                    assertEquals("", ran(line), rule.id() + ": " + line);
                }
            }
        }
    }

    /** Returns the arguments that a shell makes of a line, with another program in place of java. */
    private String ran(String line) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "java() { :; }; exec 2>&-; "
                + (line.startsWith("java ") ? line.replaceFirst(">> .*", "") : ": " + line)).directory(folder.toFile())
                .redirectErrorStream(true).start();
        shell.getInputStream().readAllBytes();
        shell.waitFor();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString).collect(Collectors.joining());
        }
    }

    @Test
    void anAlgorithmOfARecordingStaysAStringOfJava() {
        Cure cure = cure(new Seen().samples(400, "javax.crypto.Cipher.getInstance").services(9_000, "Cipher",
                "AES\"); Runtime.getRuntime().exec(\"x\n", "SunJCE"), "getinstance-hot");
        assertTrue(cure.lines().stream().anyMatch(line -> line.contains(
                "Cipher.getInstance(\"AES\\\"); Runtime.getRuntime().exec(\\\"x \");")), cure.lines().toString());
    }

    /** If the property occurs twice, only the last file is read. */
    @ParameterizedTest
    @ValueSource(strings = {"/etc/own.security", "file:///etc/own.security", "=/etc/own.security"})
    void theLibraryOfCuresLeavesTheSettingsOfSecurityThatAServiceHas(String own) {
        Cure cure = cure(new Seen().system("java.security.properties", own).samples(400,
                "javax.net.ssl.SSLContext.init"), "context-per-call");
        assertEquals(List.of("java -Djava.security.properties=" + own + " -jar eejs-jsse-0.1.0.jar >> "
                + "/etc/own.security", "-Dorg.eejs.jsse.sslContext=share -Xbootclasspath/a:eejs-jsse-0.1.0.jar"),
                cure.lines());
        assertTrue(cure.words().contains("-Djava.security.properties=" + own + " already"), cure.words());
    }
}
