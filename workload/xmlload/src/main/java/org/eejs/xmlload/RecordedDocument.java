package org.eejs.xmlload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * A document as the calls that write it: those of an application, with the texts ready. Text that a parser reported in
 * pieces is joined. Immutable and thread-safe.
 */
final class RecordedDocument {
    @FunctionalInterface
    private interface Call {
        void write(XMLStreamWriter out) throws XMLStreamException;
    }

    private final List<Call> calls = new ArrayList<>();

    RecordedDocument(byte[] document) throws XMLStreamException {
        XMLStreamReader in = StaxLibrary.WOODSTOX.parser().open(document);
        StringBuilder text = new StringBuilder();
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
                continue;
            }
            if (!text.isEmpty()) {
                String whole = text.toString();
                calls.add(out -> out.writeCharacters(whole));
                text.setLength(0);
            }
            record(event, in);
        }
        in.close();
    }

    private void record(int event, XMLStreamReader in) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> start(in);
            case XMLStreamConstants.COMMENT -> {
                String comment = in.getText();
                calls.add(out -> out.writeComment(comment));
            }
            case XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                String target = in.getPITarget();
                String data = orNone(in.getPIData());
                calls.add(out -> out.writeProcessingInstruction(target, data));
            }
            case XMLStreamConstants.END_ELEMENT -> calls.add(XMLStreamWriter::writeEndElement);
            default -> { }
        }
    }

    private void start(XMLStreamReader in) {
        String element = in.getLocalName();
        String prefix = orNone(in.getPrefix());
        String namespace = orNone(in.getNamespaceURI());
        calls.add(out -> out.writeStartElement(prefix, element, namespace));
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            String declared = orNone(in.getNamespacePrefix(i));
            String uri = orNone(in.getNamespaceURI(i));
            calls.add(declared.isEmpty() ? out -> out.writeDefaultNamespace(uri)
                    : out -> out.writeNamespace(declared, uri));
        }
        for (int i = 0; i < in.getAttributeCount(); i++) {
            String of = orNone(in.getAttributePrefix(i));
            String within = orNone(in.getAttributeNamespace(i));
            String name = in.getAttributeLocalName(i);
            String value = in.getAttributeValue(i);
            calls.add(within.isEmpty() ? out -> out.writeAttribute(name, value)
                    : out -> out.writeAttribute(of, within, name, value));
        }
    }

    private static String orNone(String text) {
        return text == null ? "" : text;
    }

    void writeTo(XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
        for (int i = 0; i < calls.size(); i++) {
            calls.get(i).write(out);
        }
        out.writeEndDocument();
    }
}
