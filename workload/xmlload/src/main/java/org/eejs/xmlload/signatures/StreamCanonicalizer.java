package org.eejs.xmlload.signatures;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.eejs.pix.limits.ElementCount;
import org.eejs.pix.message.Octets;
import org.eejs.pix.signature.ExclusiveCanonicalizer;
import org.eejs.xmlload.parsers.StaxLibrary;
import org.eejs.xmlload.parsers.StaxParser;

/** Ours, without a tree: Woodstox reads, {@link ExclusiveCanonicalizer} writes. */
public final class StreamCanonicalizer implements DocumentCanonicalizer {
    private final StaxParser parser = StaxLibrary.WOODSTOX.parser();

    @Override
    public byte[] canonical(byte[] document) throws XMLStreamException {
        ExclusiveCanonicalizer canonical = new ExclusiveCanonicalizer(new Octets(document.length));
        XMLStreamReader in = parser.bareReader(document);
        ElementCount count = parser.count();
        boolean rootSeen = false;
        while (in.hasNext()) {
            int event = in.next();
            count.take(event, in);
            boolean outside = count.depth() == 0;
            rootSeen |= !outside;
            if (!outside || event == XMLStreamConstants.END_ELEMENT) {
                canonical.take(in);
            } else if (event == XMLStreamConstants.PROCESSING_INSTRUCTION) {
                // Canonical XML 1.0, section 2.3: a line feed between them and the root.
                if (rootSeen) {
                    canonical.out().append('\n');
                }
                canonical.take(in);
                if (!rootSeen) {
                    canonical.out().append('\n');
                }
            }
        }
        in.close();
        return canonical.out().toByteArray();
    }
}
