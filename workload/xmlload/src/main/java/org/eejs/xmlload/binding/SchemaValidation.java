package org.eejs.xmlload.binding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.eejs.pix.message.OneLine;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.SaxDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.xml.sax.SAXException;

/**
 * Holds a document against its schema while the JDK's SAX parser reads it. The schema is shared; validator and parser
 * are kept, one of each for each thread. Without an error handler, a validator throws what is not valid.
 */
final class SchemaValidation implements Transaction {
    private final XmlDocument document;
    private final SaxDocuments parser = SaxLibrary.JDK.parser();
    private final Validator validator;

    SchemaValidation(XmlDocument document, Schema schema) throws SAXException, ParserConfigurationException {
        this.document = document;
        validator = schema.newValidator();
        validator.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    }

    static Schema schema(DocumentKind kind) throws SAXException, IOException {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        try (InputStream in = kind.schema().openStream()) {
            return factory.newSchema(new StreamSource(in));
        }
    }

    private void validate(byte[] bytes) throws SAXException, IOException {
        validator.validate(parser.source(bytes));
    }

    /** Always 1, for one document that is valid: no compiler can leave out what might throw. */
    @Override
    public long run() throws SAXException, IOException {
        validate(document.bytes());
        return 1;
    }

    /** The document must be valid; with an element too many, or a currency in small letters, it must not. */
    @Override
    public void check() throws SAXException, IOException, OutcomeException {
        run();
        String text = new String(document.bytes(), StandardCharsets.UTF_8);
        int end = text.lastIndexOf("</");
        refuses(text.substring(0, end) + "<unknown/>" + text.substring(end), "an element that it does not know");
        refuses(text.replaceFirst("=\"EUR\"", "=\"eur\""), "a currency in small letters");
    }

    private void refuses(String altered, String what) throws IOException, OutcomeException {
        byte[] bytes = altered.getBytes(StandardCharsets.UTF_8);
        if (Arrays.equals(bytes, document.bytes())) {
            throw new OutcomeException("the document cannot be given " + what);
        }
        try {
            validate(bytes);
        } catch (SAXException e) {
            if (e.getMessage().startsWith("cvc-")) {
                return;
            }
            throw new OutcomeException("with " + what + ", something else is wrong: " + OneLine.of(e.getMessage()));
        }
        throw new OutcomeException("the schema lets " + what + " pass");
    }
}
