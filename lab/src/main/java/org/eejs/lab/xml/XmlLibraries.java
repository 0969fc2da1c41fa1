package org.eejs.lab.xml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which versions of foreign XML libraries stand in the workload's class path, by their jars' names. */
final class XmlLibraries {
    private static final Map<String, String> BY_JAR = Map.of("woodstox-core", "Woodstox", "aalto-xml", "Aalto",
            "FastInfoset", "FastInfoset", "jaxb-runtime", "JAXB RI", "xmlsec", "Santuario");
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*)\\.jar");

    private XmlLibraries() {}

    /** The version of each library, by its name. */
    static Map<String, String> in(Path home) throws IOException {
        Map<String, String> versions = new TreeMap<>();
        try (Stream<Path> jars = Files.list(home.resolve("xmlload"))) {
            for (Path jar : jars.toList()) {
                Matcher name = JAR.matcher(jar.getFileName().toString());
                if (name.matches() && BY_JAR.containsKey(name.group(1))) {
                    versions.put(BY_JAR.get(name.group(1)), name.group(2));
                }
            }
        }
        return versions;
    }
}
