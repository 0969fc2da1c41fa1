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
 * The libraries that read and write by StAX. Their classes are named, since {@link XMLInputFactory#newFactory} returns
 * the first of them on the class path.
 */
public enum StaxLibrary implements Named {
    /** The StAX parser of the JDK, an old Xerces. */
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
     * Returns an opener for generated documents, without document types, entities and external content. For one thread,
     * since JAXP promises nothing else of its factories; reuse it, since factories are expensive to make.
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
        // These two read an array without copying it.
        return document -> factory.createXMLStreamReader(new Stax2ByteArraySource(document, 0, document.length));
    }

    /** Returns a factory with default settings. */
    public XMLOutputFactory outputs() {
        return outputs.get();
    }
}
