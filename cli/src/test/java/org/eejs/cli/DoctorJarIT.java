package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.util.JavacTask;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.util.Elements;
import javax.tools.ToolProvider;
import jdk.jfr.Recording;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.Diagnosis;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The file {@code eejs-doctor.jar} by itself, in an empty folder. */
class DoctorJarIT {
    private static final Path JAR = Path.of("target/eejs-doctor.jar").toAbsolutePath();
    private static final int LARGEST = 25_000_000;
    /** The first two bytes of a class file are followed by its version. */
    private static final int VERSION_OF_JDK_11 = 55;

    /** Classes of a driver's users, which the doctor never creates. */
    private static final Set<String> OF_USERS = Set.of("org.eejs.banking.PageRequest", "org.eejs.banking.ThinkTime");

    @TempDir
    private Path folder;

    private EejsProcess doctor(Jdk jdk, String... words) throws IOException {
        return new EejsProcess(folder, List.of("/usr/bin/env", "-i", "TMPDIR=" + folder,
                jdk.home().resolve("bin/java").toString(), "-Djava.io.tmpdir=" + folder, "-jar", JAR.toString()), words);
    }

    @Test
    void itProfilesABusyJvm() throws Exception {
        itProfilesABusyJvm(Jdk.running());
    }

    static Stream<Jdk> others() {
        return Jdk.all().stream().filter(jdk -> !jdk.home().equals(Jdk.running().home()));
    }

    @ParameterizedTest
    @MethodSource("others")
    @Tag("long")
    void itProfilesOneOfAnotherJdk(Jdk jdk) throws Exception {
        itProfilesABusyJvm(jdk);
    }

    private void itProfilesABusyJvm(Jdk jdk) throws Exception {
        Process patient = new ProcessBuilder(jdk.home().resolve("bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), Busy.class.getName()).start();
        try (EejsProcess doctor = doctor(jdk, String.valueOf(patient.pid()), "--seconds", "5")) {
            int code = doctor.awaitExit();
            assertTrue(code == 0 || code == 3, doctor.said());
            assertTrue(doctor.out().contains("% of the CPU"), doctor.said());
            assertTrue(doctor.err().startsWith("profiling process " + patient.pid() + " for 5 s"), doctor.err());
            Path report = folder.resolve(doctor.lastError().replace("Report: ", ""));
            assertTrue(report.startsWith(folder.resolve("eejs-results")), report.toString());
            assertTrue(Files.readString(report).contains("</html>"));
            Diagnosis diagnosis = RunDirectory.read(report.getParent()).diagnosis();
            assertEquals(patient.pid(), diagnosis.target().pid());
            assertTrue(diagnosis.samples() > 0, doctor.said());
            try (Stream<Path> left = Files.list(folder)) {
                assertEquals(Set.of("eejs-results", "stdout", "stderr", "state"),
                        left.map(each -> each.getFileName().toString()).filter(each -> !each.startsWith("hsperfdata"))
                                .collect(Collectors.toSet()));
            }
        } finally {
            patient.destroyForcibly();
        }
    }

    /** A JVM that works until it is killed, with little cryptography. */
    static final class Busy {
        public static void main(String... words) throws Exception {
            while (true) {
                String text = IntStream.range(0, 10_000).mapToObj(Integer::toString).collect(Collectors.joining());
                MessageDigest.getInstance("SHA-256").digest(text.substring(0, 100).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** Its classes are not those of ./eejs, so they could write or read a file in another way. */
    @Test
    void itAnswersAsTheStartScriptDoes() throws Exception {
        Path file = folder.resolve("own.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JVMInformation");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        try (EejsProcess doctor = doctor(Jdk.running(), "own.jfr", "--json", "--sarif", "jar.sarif", "--cbom",
                "jar.cbom")) {
            assertEquals(1, doctor.awaitExit(), doctor.said());
            String json = doctor.out();
            try (EejsProcess script = new EejsProcess(folder, "doctor", "own.jfr", "--json", "--sarif", "eejs.sarif",
                    "--cbom", "eejs.cbom")) {
                assertEquals(1, script.awaitExit(), script.said());
                assertEquals(neutral(script.out()), neutral(json));
            }
        }
        for (String form : List.of("sarif", "cbom")) {
            assertEquals(neutral(Files.readString(folder.resolve("eejs." + form))),
                    neutral(Files.readString(folder.resolve("jar." + form))));
        }
    }

    private static String neutral(String json) {
        return json.replaceAll("\"(start\\w*|timestamp|serialNumber|command\\w*)\" : \"[^\"]*\"", "");
    }

    @Test
    void helpAndMistakesAreThoseOfTheCommand() throws Exception {
        try (EejsProcess help = doctor(Jdk.running(), "--help")) {
            assertEquals(0, help.awaitExit(), help.said());
            assertTrue(help.out().startsWith("Usage: java -jar eejs-doctor.jar [OPTIONS] [PID|FILE]"), help.said());
        }
        try (EejsProcess none = doctor(Jdk.running(), "999999999")) {
            assertEquals(2, none.awaitExit(), none.said());
            assertTrue(none.err().startsWith("eejs: there is no process 999999999"), none.err());
        }
        try (EejsProcess wrong = doctor(Jdk.running(), "--second", "5")) {
            assertEquals(2, wrong.awaitExit(), wrong.said());
            assertEquals("eejs: there is no option '--second'; did you mean --seconds? See java -jar eejs-doctor.jar "
                    + "--help", wrong.err().strip());
        }
    }

    @Test
    void itIsSmall() throws Exception {
        assertTrue(Files.size(JAR) <= LARGEST, Files.size(JAR) + " bytes");
    }

    /** A JDK 11 fails only when it calls what it lacks, so all calls are looked up in its API. */
    @Test
    void itNeedsNothingNewerThanJdk11() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Set<String> newer = new TreeSet<>();
            for (var entry : jar.stream().filter(each -> each.getName().endsWith(".class")).toList()) {
                if (jar.getInputStream(entry).readNBytes(8)[7] > VERSION_OF_JDK_11) {
                    newer.add(entry.getName());
                }
            }
            assertEquals(Set.of(), newer);
            Elements jdk11 = ((JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, null,
                    List.of("--release", "11"), List.of("java.lang.Object"), null)).getElements();
            Map<String, Set<String>> api = new HashMap<>();
            Set<String> missing = new TreeSet<>();
            for (JavaClass type : new ClassFileImporter().withImportOption(each ->
                    Stream.of("/org/eejs/", "/gg/jte/", "/api/").anyMatch(each::contains)).importJar(jar)) {
                for (JavaAccess<?> access : OF_USERS.contains(type.getName()) ? Set.<JavaAccess<?>>of()
                        : type.getAccessesFromSelf()) {
                    String owner = access.getTargetOwner().getName();
                    if (owner.matches("(java|javax|jdk|com\\.sun|xyz)\\..*")
                            && !api.computeIfAbsent(owner, each -> members(jdk11, each)).contains(member(access))) {
                        missing.add(access.getDescription());
                    }
                }
            }
            assertEquals("", String.join("\n", missing));
        }
    }

    /** Returns the members of a type by name and number of parameters; an interface has those of objects, too. */
    private static Set<String> members(Elements api, String type) {
        return Stream.of(type.replace('$', '.'), "java.lang.Object").map(api::getTypeElement).filter(Objects::nonNull)
                .flatMap(each -> api.getAllMembers(each).stream())
                .map(each -> each.getSimpleName() + "/"
                        + (each instanceof ExecutableElement method ? method.getParameters().size() : 0))
                .collect(Collectors.toSet());
    }

    private static String member(JavaAccess<?> access) {
        return access.getName() + "/"
                + (access instanceof JavaCodeUnitAccess<?> call ? call.getTarget().getRawParameterTypes().size() : 0);
    }
}
