package org.eejs.xmlload.parsers;

import java.util.Map;
import org.eejs.pix.limits.ParserLimits;

/**
 * The limits that the JDK's parsers have, by the names of their properties; JDK 17 and newer know them. How often
 * entities are expanded is not among them, since there are none without a document type.
 */
final class JdkLimits {
    private JdkLimits() {}

    static Map<String, Integer> of(ParserLimits limits) {
        return Map.of("jdk.xml.maxElementDepth", limits.depth(), "jdk.xml.elementAttributeLimit",
                limits.attributes(), "jdk.xml.maxXMLNameLimit", ParserLimits.NAME,
                // Each &gt; and &quot; counts as one here, and every reference in an attribute once more. JDK 25 allows
                // 100,000 by default, JDK 17 any number; an order of 16 MB has more.
                "jdk.xml.maxGeneralEntitySizeLimit", limits.documentBytes(),
                "jdk.xml.totalEntitySizeLimit", limits.documentBytes());
    }
}
