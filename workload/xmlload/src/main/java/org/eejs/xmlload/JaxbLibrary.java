package org.eejs.xmlload;

import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.eejs.banking.Named;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * The reference implementation of JAXB, by the parser that reads and the writer. It never gets a stream of bytes to
 * read, since it would make a parser with other settings.
 */
enum JaxbLibrary implements Named {
    /** The JDK's SAX parser reads, the implementation itself writes: its defaults. */
    JAXB_RI(null),
    JAXB_RI_WOODSTOX(StaxLibrary.WOODSTOX),
    JAXB_RI_AALTO(StaxLibrary.AALTO);

    /** Makes objects of a document. For one thread. */
    @FunctionalInterface
    interface Input {
        Object read(byte[] document) throws JAXBException, XMLStreamException, IOException;
    }

    /** Writes objects as a document in UTF-8. For one thread. */
    @FunctionalInterface
    interface Output {
        void write(Object root, OutputStream to) throws JAXBException, XMLStreamException;
    }

    /** Reads and writes by StAX; null where SAX reads. */
    private final StaxLibrary stax;

    JaxbLibrary(StaxLibrary stax) {
        this.stax = stax;
    }

    /** Makes objects with a binding, and refuses elements and attributes that the schema lacks. */
    Input input(DocumentBinding binding) throws JAXBException, SAXException, ParserConfigurationException {
        Unmarshaller unmarshaller = binding.context().createUnmarshaller();
        unmarshaller.setEventHandler(event -> event.getSeverity() == ValidationEvent.WARNING);
        if (stax == null) {
            XMLReader parser = SaxLibrary.JDK.parser();
            return document -> unmarshaller.unmarshal(SaxLibrary.source(parser, document));
        }
        StaxLibrary.Opener parser = stax.parser();
        return document -> {
            XMLStreamReader in = parser.open(document);
            Object root = unmarshaller.unmarshal(in);
            // It stops after the root element, while SAX reads to the end of the document.
            while (in.hasNext()) {
                in.next();
            }
            in.close();
            return root;
        };
    }

    Output output(DocumentBinding binding) throws JAXBException {
        Marshaller marshaller = binding.context().createMarshaller();
        if (stax == null) {
            return marshaller::marshal;
        }
        XMLOutputFactory factory = stax.outputs();
        return (root, to) -> {
            XMLStreamWriter out = factory.createXMLStreamWriter(to, StandardCharsets.UTF_8.name());
            marshaller.marshal(root, out);
            out.close();
        };
    }
}
