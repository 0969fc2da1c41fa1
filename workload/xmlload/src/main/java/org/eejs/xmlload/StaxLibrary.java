package org.eejs.xmlload;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import com.fasterxml.aalto.stax.OutputFactoryImpl;
import java.io.ByteArrayInputStream;
import java.util.function.Supplier;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.io.Stax2ByteArraySource;
import org.eejs.banking.Named;

/**
 * Libraries that read and write by StAX. Their classes are named, since {@link XMLInputFactory#newFactory} gives
 * whichever of them comes first on the class path.
 */
public enum StaxLibrary implements Named {
    /** What is in the JDK: an old Xerces behind StAX. */
    JDK(XMLInputFactory::newDefaultFactory, XMLOutputFactory::newDefaultFactory),
    WOODSTOX(WstxInputFactory::new, WstxOutputFactory::new),
    AALTO(InputFactoryImpl::new, OutputFactoryImpl::new);

    private final Supplier<XMLInputFactory> inputs;
    private final Supplier<XMLOutputFactory> outputs;

    StaxLibrary(Supplier<XMLInputFactory> inputs, Supplier<XMLOutputFactory> outputs) {
        this.inputs = inputs;
        this.outputs = outputs;
    }

    /** Opens a document. */
    @FunctionalInterface
    public interface Opener {
        XMLStreamReader open(byte[] document) throws XMLStreamException;
    }

    /**
     * Returns what reads documents that were generated here: without document types, entities and anything from
     * outside. For one thread, since JAXP promises nothing else of its factories; to be kept, since they are expensive
     * to make.
     */
    public Opener parser() {
        XMLInputFactory factory = inputs.get();
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        if (this == JDK) {
            SaxLibrary.LONG_DOCUMENTS.forEach(factory::setProperty);
            return document -> factory.createXMLStreamReader(new ByteArrayInputStream(document));
        }
        // What these two have for an array: they read it where it is.
        return document -> factory.createXMLStreamReader(new Stax2ByteArraySource(document, 0, document.length));
    }

    /** Returns a factory as it comes. */
    public XMLOutputFactory outputs() {
        return outputs.get();
    }
}
