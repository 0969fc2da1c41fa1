package org.eejs.xmlload.binding;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.eejs.xmlload.documents.DocumentKind;
import org.eejs.xmlload.documents.OutcomeException;
import org.eejs.xmlload.documents.XmlDocument;
import org.eejs.xmlload.engine.Transaction;
import org.eejs.xmlload.parsers.SaxDocuments;
import org.eejs.xmlload.parsers.SaxLibrary;
import org.xml.sax.SAXException;

/**
 * Makes an overview of a document in HTML by the JDK's XSLT, with a stylesheet for each kind. The compiled stylesheet
 * is shared; transformer and parser are kept, one of each for each thread; the overview goes into memory that is used
 * again.
 */
final class StyledOverview implements Transaction {
    private static final Pattern ROW = Pattern.compile("<td class=\"amount\">([0-9.]+)</td>");
    private static final Pattern TOTAL = Pattern.compile("<td class=\"total\">([0-9.]+)</td>");

    private final XmlDocument document;
    private final SaxDocuments parser = SaxLibrary.JDK.parser();
    private final Transformer transformer;
    private final ByteArrayOutputStream out;

    StyledOverview(XmlDocument document, Templates stylesheet)
            throws TransformerException, SAXException, ParserConfigurationException {
        this.document = document;
        transformer = stylesheet.newTransformer();
        out = new ByteArrayOutputStream(document.bytes().length);
    }

    static Templates stylesheet(DocumentKind kind) throws TransformerException, IOException {
        TransformerFactory factory = TransformerFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        try (InputStream in = StyledOverview.class.getResourceAsStream(kind.id() + ".xsl")) {
            return factory.newTemplates(new StreamSource(in));
        }
    }

    @Override
    public long run() throws TransformerException, IOException {
        out.reset();
        transformer.transform(parser.source(document.bytes()), new StreamResult(out));
        return out.size();
    }

    /** The overview must have a row for each item, and the total that their amounts come to. */
    @Override
    public void check() throws TransformerException, IOException, OutcomeException {
        run();
        String overview = out.toString(StandardCharsets.UTF_8);
        long rows = 0;
        long cents = 0;
        for (Matcher row = ROW.matcher(overview); row.find(); rows++) {
            cents += cents(row);
        }
        OutcomeException.expect("rows of the overview", document.outline().items(), rows);
        OutcomeException.expect("cents in its rows", document.outline().totalCents(), cents);
        Matcher total = TOTAL.matcher(overview);
        if (!total.find()) {
            throw new OutcomeException("the overview has no total");
        }
        OutcomeException.expect("cents in its total", document.outline().totalCents(), cents(total));
    }

    private static long cents(Matcher amount) {
        return new BigDecimal(amount.group(1)).movePointRight(2).longValueExact();
    }
}
