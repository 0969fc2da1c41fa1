package org.eejs.xmlload.binding;

import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayOutputStream;
import org.eejs.xmlload.documents.DocumentContent;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;

/**
 * Writes the objects of a document in UTF-8 into memory that is used again, without line ends. The context is shared;
 * objects and marshaller are kept, one of each for each thread.
 */
final class JaxbMarshal implements Transaction {
    private final XmlDocument document;
    private final Object root;
    private final JaxbLibrary.Output output;
    private final ByteArrayOutputStream out;

    JaxbMarshal(XmlDocument document, DocumentBinding binding, JaxbLibrary library) throws Exception {
        this.document = document;
        root = JaxbLibrary.JAXB_RI.input(binding).read(document.bytes());
        output = library.output(binding);
        out = new ByteArrayOutputStream(document.bytes().length + document.bytes().length / 8);
    }

    @Override
    public long run() throws Exception {
        out.reset();
        output.write(root, out);
        return out.size();
    }

    /** What was written must have the document's content; only the white space between elements is not kept. */
    @Override
    public void check() throws Exception {
        run();
        DocumentContent written = DocumentContent.of(document.kind(), out.toByteArray());
        XmlDocument.Outline outline = document.outline();
        OutcomeException.expect("elements", outline.elements(), written.elements());
        OutcomeException.expect("attributes", outline.attributes(), written.attributes());
        OutcomeException.expect("items", outline.items(), written.items());
        OutcomeException.expect("cents in total", outline.totalCents(), written.totalCents());
        OutcomeException.expect("characters within elements",
                DocumentContent.of(document.kind(), document.bytes()).text(), written.text());
    }
}
