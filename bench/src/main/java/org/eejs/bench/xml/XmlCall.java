package org.eejs.bench.xml;

import java.util.List;
import java.util.Map;
import org.eejs.bench.measuring.Call;

/**
 * A transaction of the XML workload and the benchmark of JMH that calls the same of the library without it.
 *
 * @param transaction its name
 * @param library who does it
 * @param bare the call of the benchmark, without the size
 */
record XmlCall(String transaction, String library, Call bare) {
    /** The three that the workload is held to: a parser, a binding, a signature. */
    static final List<XmlCall> ALL = List.of(
            new XmlCall("stax-parse", "jdk", new Call(BareStaxParse.class, "parse", Map.of("library", "JDK"))),
            new XmlCall("jaxb-unmarshal", "jaxb-ri", new Call(BareJaxbUnmarshal.class, "unmarshal", Map.of())),
            new XmlCall("sign-enveloped", "jdk", new Call(BareSignEnveloped.class, "sign", Map.of())));

    /** For people. */
    @Override
    public String toString() {
        return transaction + ", " + library;
    }
}
