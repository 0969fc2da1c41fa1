package org.eejs.xmlload.binding;

import jakarta.xml.bind.JAXBException;
import javax.xml.parsers.ParserConfigurationException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.xml.sax.SAXException;

/**
 * Makes objects of a document. The context is shared; unmarshaller and parser are kept, one for each thread, as JAXB's
 * documentation recommends.
 */
final class JaxbUnmarshal implements Transaction {
    private final XmlDocument document;
    private final DocumentBinding binding;
    private final JaxbLibrary.Input input;

    JaxbUnmarshal(XmlDocument document, DocumentBinding binding, JaxbLibrary library)
            throws JAXBException, SAXException, ParserConfigurationException {
        this.document = document;
        this.binding = binding;
        input = library.input(binding);
    }

    @Override
    public long run() throws Exception {
        return binding.items(input.read(document.bytes()));
    }

    @Override
    public void check() throws Exception {
        binding.expect(document.outline(), input.read(document.bytes()));
    }
}
