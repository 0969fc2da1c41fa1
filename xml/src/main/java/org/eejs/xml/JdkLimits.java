package org.eejs.xml;

import java.util.Map;

/**
 * The limits that the JDK's parsers have, by the names of their properties; JDK 17 and newer know them. Those of entities
 * must be as wide as a document: since JDK 24 the parsers count references such as {@code &amp;} among them, and by default
 * refuse a document at the 100,001st.
 */
final class JdkLimits {
    private JdkLimits() {}

    static Map<String, Integer> of(ParserLimits limits) {
        return Map.of("jdk.xml.maxElementDepth", limits.depth(),
                "jdk.xml.elementAttributeLimit", limits.attributes(),
                "jdk.xml.maxXMLNameLimit", ParserLimits.NAME,
                "jdk.xml.maxGeneralEntitySizeLimit", limits.documentBytes(),
                "jdk.xml.totalEntitySizeLimit", limits.documentBytes());
    }
}
