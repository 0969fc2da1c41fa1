package org.eejs.xml;

import java.util.Map;

/**
 * The limits that the JDK's parsers have, by the names of their properties; JDK 17 and newer know them. What has to do
 * with entities is not among them, since there are none without a document type.
 */
final class JdkLimits {
    private JdkLimits() {}

    static Map<String, Integer> of(ParserLimits limits) {
        return Map.of("jdk.xml.maxElementDepth", limits.depth(), "jdk.xml.elementAttributeLimit",
                limits.attributes(), "jdk.xml.maxXMLNameLimit", ParserLimits.NAME);
    }
}
