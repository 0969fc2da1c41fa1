package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The published artifacts for other services. */
class ProductsIT {
    private static final Path ROOT = Path.of(System.getProperty("eejs.home")).getParent().getParent();
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL);

    @TempDir
    private Path folder;

    /** A product with a class that its users name. */
    enum Product {
        JSSE("org.eejs.jsse", "EejsProvider"),
        KEYSERVER("org.eejs.remotekey", "RemoteKeyProvider"),
        PIX("org.eejs.pix", "PixSigner");

        private final String module;
        private final String face;

        Product(String module, String face) {
            this.module = module;
            this.face = module.replace('.', '/') + '/' + face;
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        String artifact() {
            return "eejs-" + id();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aJarNamesItsModuleAndHoldsItsLicence(Product product) throws IOException {
        assertJar(product, only(ROOT.resolve("target/eejs").resolve(product.id()), product.artifact() + "-", ".jar"));
        String readme = Files.readString(ROOT.resolve("products").resolve(product.id()).resolve("README.md"));
        assertTrue(readme.contains("<artifactId>" + product.artifact() + "</artifactId>"), "its coordinates");
    }

    private static void assertJar(Product product, Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            assertEquals(product.module, jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"));
            assertArrayEquals(Files.readAllBytes(ROOT.resolve("LICENSE")),
                    jar.getInputStream(jar.getEntry("META-INF/LICENSE")).readAllBytes());
            assertTrue(jar.getEntry(product.face + ".class") != null, product.face);
        }
    }

    @Test
    void onlyTheBankBringsAServletContainer() throws IOException {
        try (Stream<Path> jars = Files.walk(ROOT.resolve("target/eejs"), 2)) {
            assertEquals(List.of("bank"), jars.filter(jar -> jar.getFileName().toString().startsWith("tomcat-embed"))
                    .map(jar -> jar.getParent().getFileName().toString()).toList());
        }
    }

    /** A copy of the products is built, because the build that runs this test has created its own files. */
    @Test
    @Tag("long")
    void aReleaseHasSourcesJavadocAndASelfContainedPom() throws Exception {
        copyTree();
        Path log = folder.resolve("maven.log");
        Process maven = new ProcessBuilder("mvn", "-B", "-ntp", "-Prelease", "-DskipTests", "-DskipITs", "-am", "-pl",
                "products/terminal,products/pki,products/jsse,products/keyserver,products/pix", "package")
                .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertEquals(0, maven.waitFor(), () -> read(log));
        for (Product product : Product.values()) {
            Path target = folder.resolve("products").resolve(product.id()).resolve("target");
            String name = product.artifact() + "-";
            Path pom = only(target, name, ".pom");
            String base = pom.getFileName().toString().replace(".pom", "");
            assertJar(product, target.resolve(base + ".jar"));
            assertHolds(target.resolve(base + "-sources.jar"), product.face + ".java");
            // The pages of a module are in a folder with its name.
            assertHolds(target.resolve(base + "-javadoc.jar"), product.module + '/' + product.face + ".html");
            assertStandsAlone(product, Files.readString(pom));
        }
    }

    private static void assertStandsAlone(Product product, String pom) {
        for (String tag : List.of("name", "description", "licenses", "developers", "scm")) {
            // Flattening keeps the attributes of <scm> about children.
            assertTrue(pom.contains("<" + tag + ">") || pom.contains("<" + tag + " "), product + " has no " + tag);
        }
        assertTrue(pom.contains("<url>https://eejs.example</url>"), product + " has no page, or one that is not there");
        for (String tag : List.of("parent", "dependencyManagement", "build", "profiles", "repositories")) {
            assertFalse(pom.contains("<" + tag + ">"), product + " has a " + tag);
        }
        assertFalse(pom.contains("${"), pom);
        List<String> dependencies = DEPENDENCY.matcher(pom).results().map(found -> found.group()).toList();
        assertEquals(product == Product.JSSE, dependencies.isEmpty());
        for (String dependency : dependencies) {
        // The rooms that a product uses are artifacts themselves.
            boolean ours = dependency.contains("<groupId>org.eejs</groupId>");
            assertFalse(ours && !dependency.matches("(?s).*<artifactId>eejs-(pki|terminal)</artifactId>.*")
                    || !ours && dependency.contains("SNAPSHOT") || dependency.contains("<scope>test")
                    || !dependency.contains("<version>"), dependency);
        }
    }

    private static void assertHolds(Path file, String entry) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            assertTrue(jar.getEntry(entry) != null, file + " has no " + entry);
        }
    }

    /** Copies the POMs of all modules, which Maven reads, and the products. */
    private void copyTree() throws IOException {
        List<Path> files = new ArrayList<>(List.of(ROOT.resolve("LICENSE")));
        try (Stream<Path> poms = Files.walk(ROOT, 3)) {
            poms.filter(file -> file.endsWith("pom.xml")).forEach(files::add);
        }
        for (String product : List.of("terminal", "pki", "jsse", "keyserver", "pix")) {
            try (Stream<Path> sources = Files.walk(ROOT.resolve("products").resolve(product).resolve("src"))) {
                sources.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        for (Path file : files) {
            Path copy = folder.resolve(ROOT.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }

    private static Path only(Path folder, String prefix, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(file -> file.getFileName().toString().startsWith(prefix)
                    && file.getFileName().toString().endsWith(suffix)).toList();
            assertEquals(1, found.size(), folder + " has " + found);
            return found.get(0);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
