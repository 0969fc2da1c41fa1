package org.eejs.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.interfaces.RSAKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.role.RoleMain;
import org.eejs.terminal.Printer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules of ARCHITECTURE.md for the classes of all rooms. */
class HouseTest {
    private static final Path ROOT = Path.of(System.getProperty("eejs.home")).getParent().getParent();
    private static final String HOUSE = "org.eejs.";
    /** The rooms by the names of their packages; each may use only earlier ones. */
    private static final List<String> ROOMS = List.of("terminal", "pki", "jsse", "remotekey", "pix", "agent",
            "banking", "role", "besim", "bank", "driver", "link", "xmlload", "result", "profile",
            "cluster", "lab",
            "doctor", "report", "bench", "cli");
    /** Artifacts for other services. They may use only rooms that are published with them. */
    private static final List<String> PRODUCTS = List.of("jsse", "remotekey", "pix");
    private static final int LONGEST_LINE = 120;
    /** Tests that a kernel may forbid: sampling, and namespaces. */
    private static final List<String> MAY_ASSUME = List.of("ProfilingTest.java", "RunEndsIT.java",
            "DoctorFaultsIT.java", "LinkIT.java", "OneWayTest.java", "FlowRecordTest.java");

    /**
     * Classes that write files: the common one, the audit log, whose file an operator names, and signed messages, which
     * are for others.
     */
    private static final List<String> MAY_WRITE = List.of("org.eejs.pki.files.PrivateFile",
            "org.eejs.pki.files.PrivateFolder", "org.eejs.remotekey.audit.AuditFile", "org.eejs.pix.command.SignCommand");
    /** Methods of {@link Files} that write, or create files for others. */
    private static final List<String> WRITING = List.of("write", "writeString", "newBufferedWriter", "newOutputStream",
            "newByteChannel", "copy", "move", "createFile", "createDirectory", "createDirectories", "createLink",
            "createSymbolicLink");

    private static final Pattern SKIPPING = Pattern.compile(
            "import .*\\.(Assumptions|Disabled|condition\\.(Enabled|Disabled))");

    private static List<Path> modules;
    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() throws IOException {
        try (Stream<Path> folders = Files.walk(ROOT, 2)) {
            modules = folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java"))).sorted().toList();
        }
        classes = new ClassFileImporter().importPaths(modules.stream().map(folder -> folder.resolve("target/classes"))
                .toList());
    }

    @Test
    void everyRoomIsKnown() {
        assertEquals(ROOMS.stream().sorted().toList(),
                classes.stream().map(HouseTest::room).distinct().sorted().toList());
    }

    @Test
    void noArrowGoesUpward() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass from : classes) {
            from.getDirectDependenciesFromSelf().stream().filter(each -> isOurs(each.getTargetClass()))
                    .filter(each -> !mayUse(room(from), room(each.getTargetClass().getBaseComponentType())))
                    .forEach(each -> wrong.add(each.getDescription()));
        }
        assertEquals(List.of(), wrong);
    }

    private static boolean mayUse(String from, String to) {
        return from.equals(to) || ROOMS.indexOf(from) > ROOMS.indexOf(to)
                && (!PRODUCTS.contains(from) || to.equals("pki") || to.equals("terminal"));
    }

    /** From JDK 22 on, such a class inherits two defaults, and a call fails; compilers for JDK 17 see only one. */
    @Test
    void rsaKeysOverrideTheirParameters() {
        assertEquals(List.of(), classes.stream()
                .filter(type -> type.isAssignableTo(RSAKey.class) && type.isAssignableTo(Key.class))
                .filter(type -> type.tryGetMethod("getParams").isEmpty()).map(JavaClass::getName).toList());
    }

    @Test
    void noPackagesUseEachOther() {
        slices().matching(HOUSE + "(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void noNameIsInTwoRooms() throws IOException {
        Map<String, List<Path>> byName = sources().stream().map(ROOT::relativize)
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString(), TreeMap::new,
                        Collectors.toList()));
        byName.values().removeIf(files -> files.size() == 1);
        assertEquals(Map.of(), byName);
    }

    @Test
    void noLineIsLong() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path file : sources()) {
            List<String> lines = Files.readAllLines(file);
            IntStream.range(0, lines.size()).filter(i -> lines.get(i).length() > LONGEST_LINE)
                    .forEach(i -> wrong.add(ROOT.relativize(file) + ":" + (i + 1)));
        }
        assertEquals(List.of(), wrong);
    }

    /** Only {@link PrivateFile} opens files to write: other code could follow a link, or let others read the file. */
    @Test
    void filesAreWrittenInOneWay() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass from : classes) {
            if (!MAY_WRITE.contains(from.getName().replaceFirst("\\$.*", ""))) {
                Stream.concat(from.getMethodCallsFromSelf().stream(), Stream.concat(
                                from.getConstructorCallsFromSelf().stream(), from.getMethodReferencesFromSelf().stream()))
                        .filter(HouseTest::writesFile).forEach(call -> wrong.add(call.getDescription()));
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static boolean writesFile(JavaCodeUnitAccess<?> call) {
        String owner = call.getTargetOwner().getName();
        String name = call.getName();
        List<String> parameters = call.getTarget().getRawParameterTypes().stream().map(JavaClass::getName).toList();
        boolean named = parameters.contains("java.io.File") || parameters.contains("java.lang.String");
        return switch (owner) {
            case "java.nio.file.Files" -> WRITING.contains(name) && !parameters.contains("java.io.OutputStream");
            case "java.nio.channels.FileChannel", "java.nio.channels.AsynchronousFileChannel" ->
                    name.equals("open") && parameters.size() > 1;
            case "java.io.FileOutputStream", "java.io.FileWriter", "java.io.PrintWriter", "java.io.PrintStream" ->
                    name.equals("<init>") && named && !parameters.contains("java.io.OutputStream");
            case "java.io.RandomAccessFile" -> name.equals("<init>");
            case "java.lang.ProcessBuilder" -> name.startsWith("redirect") && parameters.contains("java.io.File")
                    && !name.equals("redirectInput");
            case "java.lang.ProcessBuilder$Redirect" -> name.equals("to") || name.equals("appendTo");
            default -> false;
        };
    }

    /** ./verify installs all programs, so a test fails without its program instead of being skipped. */
    @Test
    void noTestIsSkippedForAMissingProgram() throws IOException {
        List<Path> wrong = new ArrayList<>();
        for (Path file : tests()) {
            if (SKIPPING.matcher(Files.readString(file)).find()
                    && !MAY_ASSUME.contains(file.getFileName().toString())) {
                wrong.add(ROOT.relativize(file));
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** Foreign text on a terminal passes {@link Printer}. The library jsse has no dependency. */
    @Test
    void everyProgramGuardsItsStandardStreams() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass each : classes) {
            each.getMethods().stream().filter(method -> method.getName().equals("main")
                    && method.getModifiers().contains(JavaModifier.STATIC) && !room(each).equals("jsse"))
                    .filter(main -> main.getMethodCallsFromSelf().stream().map(call -> call.getTarget().getOwner())
                            .noneMatch(owner -> owner.isEquivalentTo(Printer.class)
                                    || owner.isEquivalentTo(RoleMain.class)))
                    .forEach(main -> wrong.add(main.getFullName()));
        }
        assertEquals(List.of(), wrong);
    }

    /** Only audit lines bypass the printer; they are printable ASCII, and are hashed as they are written. */
    @Test
    void nothingGoesPastThePrinter() {
        noClasses().should().dependOnClassesThat().belongToAnyOf(FileDescriptor.class, Console.class)
                .orShould().callMethod(System.class, "setOut", PrintStream.class)
                .orShould().callMethod(System.class, "setErr", PrintStream.class)
                .check(classes.that(not(equivalentTo(Printer.class)).and(not(equivalentTo(AuditLog.class)))));
    }

    private static List<Path> sources() throws IOException {
        return javaFiles("src/main/java");
    }

    private static List<Path> tests() throws IOException {
        return javaFiles("src/test/java");
    }

    private static List<Path> javaFiles(String folder) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path root : modules.stream().map(module -> module.resolve(folder)).filter(Files::isDirectory).toList()) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(found::add);
            }
        }
        assertTrue(found.size() > ROOMS.size());
        return found;
    }

    private static boolean isOurs(JavaClass type) {
        return type.getBaseComponentType().getName().startsWith(HOUSE);
    }

    /** Returns the part of a class's name after {@code org.eejs}. */
    private static String room(JavaClass type) {
        String name = type.getName().substring(HOUSE.length());
        return name.substring(0, name.indexOf('.'));
    }
}
