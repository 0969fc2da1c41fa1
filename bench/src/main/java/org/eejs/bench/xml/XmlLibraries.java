package org.eejs.bench.xml;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Versions of XML libraries on the class path, by the names of their jars. */
final class XmlLibraries {
    private static final Map<String, List<String>> JARS = Map.of("woodstox", List.of("woodstox-core"), "aalto",
            List.of("aalto-xml"), "fastinfoset", List.of("FastInfoset"), "jaxb-ri", List.of("jaxb-runtime"),
            "jaxb-ri-woodstox", List.of("jaxb-runtime", "woodstox-core"), "jaxb-ri-aalto",
            List.of("jaxb-runtime", "aalto-xml"), "santuario", List.of("xmlsec"));

    private XmlLibraries() {}

    /**
     * Returns the version of a library, of several jars joined; null for the JDK's own, and where there is no such jar.
     */
    static String version(String library) {
        String versions = JARS.getOrDefault(library, List.of()).stream().map(XmlLibraries::ofJar)
                .filter(Objects::nonNull).collect(Collectors.joining("+"));
        return versions.isEmpty() ? null : versions;
    }

    private static String ofJar(String jar) {
        Pattern name = Pattern.compile(Pattern.quote(jar) + "-(\\d.*)\\.jar");
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Matcher matcher = name.matcher(String.valueOf(Path.of(entry).getFileName()));
            if (matcher.matches()) {
                return matcher.group(1);
            }
        }
        return null;
    }
}
