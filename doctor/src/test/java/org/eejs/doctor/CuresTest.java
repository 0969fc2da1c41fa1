package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;
import org.eejs.result.Diagnosis.Finding;
import org.junit.jupiter.api.Test;

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
        for (Map.Entry<String, String> each : Map.of("app.jar", "-jar app.jar", "com.example.Main",
                "-cp eejs-jsse.jar:app.jar com.example.Main").entrySet()) {
            Cure cure = cure(new Seen().command(each.getKey()).samples(400, "javax.net.ssl.SSLContext.init"),
                    "context-per-call");
            assertTrue(cure.lines().stream().anyMatch(line -> line.endsWith(each.getValue())), cure.toString());
            assertTrue(cure.lines().stream().noneMatch(line -> line.contains("-cp") && line.contains("-jar app.jar")));
            String[] artifact = cure.words().replaceFirst("(?s).*(org\\.eejs:[\\w-]+:[\\w.]*\\w).*", "$1").split(":");
            assertTrue(readme.contains("<artifactId>" + artifact[1] + "</artifactId>") && readme.contains("<version>"
                    + artifact[2] + "</version>"), cure.words());
        }
    }
}
