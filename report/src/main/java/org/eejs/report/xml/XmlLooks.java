package org.eejs.report.xml;

import java.util.ArrayList;
import java.util.List;

/** Numbers of colours: who does it has the same one in all charts of a report. Not thread-safe; made for one result. */
final class XmlLooks {
    // Libraries and providers never meet in a chart.
    private final List<String> libraries = new ArrayList<>(List.of("jdk", "woodstox", "aalto", "fastinfoset",
            "jaxb-ri", "santuario"));
    // There are as many colours as providers are usual: if the JDK's own each had one, others may be left out.
    private final List<String> providers = new ArrayList<>();

    int library(String name) {
        return number(libraries, name == null ? "" : name.replace("fast-infoset", "fastinfoset"));
    }

    int provider(String name) {
        return number(providers, name == null ? "" : name);
    }

    private static int number(List<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }
}
