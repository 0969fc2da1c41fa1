package org.eejs.xmlload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import javax.xml.XMLConstants;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/**
 * The transactions of libraries on top of parsers: JAXB, XML Schema and XSLT. Contexts, schemas and stylesheets are
 * shared. Each thread keeps its parsers and the objects that use them, and reuses the memory for output.
 */
final class BindingTransactions {
    static final List<TransactionKind> ALL = List.of(
            TransactionKind.of("jaxb-unmarshal", "Reads a document into objects by JAXB", JaxbLibrary.class,
                    "a JAXB library", (document, library) -> {
                        DocumentBinding binding = DocumentBinding.of(document.kind());
                        return () -> unmarshalling(document, binding, library);
                    }),
            TransactionKind.of("jaxb-marshal", "Writes a document's objects by JAXB", JaxbLibrary.class,
                    "a JAXB library", (document, library) -> {
                        DocumentBinding binding = DocumentBinding.of(document.kind());
                        return () -> marshalling(document, binding, library);
                    }),
            TransactionKind.of("schema-validation", "Reads a document and validates it by its XML Schema", "jdk",
                    (document, library) -> {
                        Schema schema = schema(document.kind());
                        return () -> validation(document, schema);
                    }),
            TransactionKind.of("xslt", "Makes an HTML overview of a document by XSLT 1.0", "jdk",
                    (document, library) -> {
                        Templates stylesheet = stylesheet(document.kind());
                        return () -> overview(document, stylesheet);
                    }));

    private static final Pattern ROW = Pattern.compile("<td class=\"amount\">([0-9.]+)</td>");
    private static final Pattern TOTAL = Pattern.compile("<td class=\"total\">([0-9.]+)</td>");

    private BindingTransactions() {}

    /** Makes objects of a document. */
    private static Transaction unmarshalling(XmlDocument document, DocumentBinding binding, JaxbLibrary library)
            throws Exception {
        JaxbLibrary.Input input = library.input(binding);
        return Transaction.of(() -> binding.items(input.read(document.bytes())),
                () -> binding.expect(document.outline(), input.read(document.bytes())));
    }

    /**
     * Writes the objects of a document in UTF-8 without line ends. The output must have the document's content; only
     * the white space between elements is not kept.
     */
    private static Transaction marshalling(XmlDocument document, DocumentBinding binding, JaxbLibrary library)
            throws Exception {
        Object root = JaxbLibrary.JAXB_RI.input(binding).read(document.bytes());
        JaxbLibrary.Output output = library.output(binding);
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.bytes().length + document.bytes().length / 8);
        Transaction marshal = () -> {
            out.reset();
            output.write(root, out);
            return out.size();
        };
        return Transaction.of(marshal, () -> {
            marshal.run();
            DocumentContent written = DocumentContent.of(document.kind(), out.toByteArray());
            XmlDocument.Outline outline = document.outline();
            OutcomeException.expect("elements", outline.elements(), written.elements());
            OutcomeException.expect("attributes", outline.attributes(), written.attributes());
            OutcomeException.expect("items", outline.items(), written.items());
            OutcomeException.expect("cents in total", outline.totalCents(), written.totalCents());
            OutcomeException.expect("characters within elements",
                    DocumentContent.of(document.kind(), document.bytes()).text(), written.text());
        });
    }

    private static Schema schema(DocumentKind kind) throws SAXException, IOException {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        try (InputStream in = kind.schema().openStream()) {
            return factory.newSchema(new StreamSource(in));
        }
    }

    /**
     * Validates a document by its schema while the JDK's SAX parser reads it. Without an error handler, a validator
     * throws an exception for an invalid document. The result is always 1: no compiler can leave out code that might
     * throw.
     */
    private static Transaction validation(XmlDocument document, Schema schema) throws Exception {
        XMLReader parser = SaxLibrary.JDK.parser();
        Validator validator = schema.newValidator();
        validator.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        return () -> {
            validator.validate(SaxLibrary.source(parser, document.bytes()));
            return 1;
        };
    }

    private static Templates stylesheet(DocumentKind kind) throws TransformerException, IOException {
        TransformerFactory factory = TransformerFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        try (InputStream in = BindingTransactions.class.getResourceAsStream(kind.id() + ".xsl")) {
            return factory.newTemplates(new StreamSource(in));
        }
    }

    /**
     * Makes an overview of a document in HTML by the JDK's XSLT, with a stylesheet for each kind. The overview must
     * have a row for each item, and the total of their amounts.
     */
    private static Transaction overview(XmlDocument document, Templates stylesheet) throws Exception {
        XMLReader parser = SaxLibrary.JDK.parser();
        Transformer transformer = stylesheet.newTransformer();
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.bytes().length);
        Transaction transform = () -> {
            out.reset();
            transformer.transform(SaxLibrary.source(parser, document.bytes()), new StreamResult(out));
            return out.size();
        };
        return Transaction.of(transform, () -> {
            transform.run();
            XmlDocument.Outline outline = document.outline();
            OutcomeException.expect("rows of the overview", outline.items(), cents(ROW, out).count());
            OutcomeException.expect("cents in its rows", outline.totalCents(), cents(ROW, out).sum());
            OutcomeException.expect("cents in its total", outline.totalCents(), cents(TOTAL, out).sum());
        });
    }

    private static LongStream cents(Pattern amount, ByteArrayOutputStream overview) {
        return amount.matcher(overview.toString(StandardCharsets.UTF_8)).results()
                .mapToLong(found -> new BigDecimal(found.group(1)).movePointRight(2).longValueExact());
    }
}
