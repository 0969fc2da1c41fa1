package org.eejs.xmlload.signatures;

import java.io.ByteArrayOutputStream;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.xml.security.Init;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.c14n.InvalidCanonicalizerException;
import org.eejs.xmlload.parsers.DomParser;

/** Apache Santuario's, over the JDK's tree. */
public final class SantuarioCanonicalizer implements DocumentCanonicalizer {
    static {
        // Registers its algorithms; more than once does no harm.
        Init.init();
    }

    private final DomParser parser = new DomParser();
    private final Canonicalizer canonicalizer;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public SantuarioCanonicalizer(String algorithm) throws ParserConfigurationException, InvalidCanonicalizerException {
        canonicalizer = Canonicalizer.getInstance(algorithm);
    }

    @Override
    public byte[] canonical(byte[] document) throws Exception {
        out.reset();
        canonicalizer.canonicalizeSubtree(parser.parse(document), out);
        return out.toByteArray();
    }
}
