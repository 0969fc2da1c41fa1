package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.result.Diagnosis.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How cures are written. */
class CuresTest {
    private static Cure cure(Seen seen, String rule) {
        List<Finding> findings = seen.diagnosis().findings();
        assertEquals(List.of(rule), findings.stream().map(Finding::rule).toList());
        return findings.get(0).cure();
    }

    @Test
    void linesOfCuresAreRightAsTheyAre() {
        Evidence evidence = new Seen().security("jdk.tls.disabledAlgorithms", "SSLv3, RC4")
                .security("security.provider.1",
                "com.example.Fast").security("security.provider.2", "SunJCE").heap("com.sun.crypto.provider.SunJCE", 1)
                .system("javax.net.debug", "all").evidence();
        Pattern setting = Pattern.compile("^(-[DX]|jdk\\.|security\\.|ssl\\.|disabledMechanisms|\\s*CKM_|java ).*");
        for (Rule rule : Rules.ALL) {
            Cure cure = rule.cure(evidence, new Claim());
            assertTrue(!cure.words().isBlank() && !cure.lines().isEmpty(), rule.id());
            for (String line : cure.lines()) {
                assertTrue(!line.contains("…") && !line.contains("..."), rule.id() + ": " + line);
                assertTrue(!line.stripLeading().startsWith("//"), rule.id() + " is only a comment: " + line);
                assertTrue(!setting.matcher(line).matches() || !line.contains("//"), rule.id() + ": " + line);
            }
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

    /** Of two files only the last is read. */
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
