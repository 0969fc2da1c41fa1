package org.eejs.bench.xml;

import java.util.List;
import java.util.Map;

/**
 * A transaction of the XML workload and the benchmark of JMH that calls the same of the library without it.
 *
 * @param transaction its name
 * @param library who does it
 * @param bare the benchmark's class
 * @param method the benchmark's method
 * @param parameters of the benchmark, beside the size
 */
record XmlCall(String transaction, String library, Class<?> bare, String method, Map<String, String> parameters) {
    /** The three that the workload is held to: a parser, a binding, a signature. */
    static final List<XmlCall> ALL = List.of(
            new XmlCall("stax-parse", "jdk", BareStaxParse.class, "parse", Map.of("library", "JDK")),
            new XmlCall("jaxb-unmarshal", "jaxb-ri", BareJaxbUnmarshal.class, "unmarshal", Map.of()),
            new XmlCall("sign-enveloped", "jdk", BareSignEnveloped.class, "sign", Map.of()));

    /** For people. */
    @Override
    public String toString() {
        return transaction + ", " + library;
    }
}
