package org.eejs.xmlload.documents;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.eejs.pix.limits.ParserLimits;
import org.eejs.xmlload.parsers.StaxLibrary;

/**
 * A document as the calls that write it: what an application would call, with the texts ready. Text that a parser
 * reported in pieces is one. Immutable and thread-safe.
 */
public final class RecordedDocument {
    private sealed interface Call permits Start, Namespace, Attribute, Text, Comment, Instruction, End {}

    private record Start(String prefix, String name, String namespace) implements Call {}

    private record Namespace(String prefix, String uri) implements Call {}

    private record Attribute(String prefix, String namespace, String name, String value) implements Call {}

    private record Text(String text) implements Call {}

    private record Comment(String text) implements Call {}

    private record Instruction(String target, String data) implements Call {}

    private record End() implements Call {}

    private final List<Call> calls = new ArrayList<>();

    public RecordedDocument(byte[] document) throws XMLStreamException {
        XMLStreamReader in = StaxLibrary.WOODSTOX.parser().reader(document);
        StringBuilder text = new StringBuilder();
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(in.getTextCharacters(), in.getTextStart(), in.getTextLength());
                continue;
            }
            if (!text.isEmpty()) {
                calls.add(new Text(text.toString()));
                text.setLength(0);
            }
            record(event, in);
        }
        in.close();
    }

    private void record(int event, XMLStreamReader in) {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                calls.add(new Start(orNone(in.getPrefix()), in.getLocalName(), orNone(in.getNamespaceURI())));
                for (int i = 0; i < in.getNamespaceCount(); i++) {
                    calls.add(new Namespace(orNone(in.getNamespacePrefix(i)), orNone(in.getNamespaceURI(i))));
                }
                for (int i = 0; i < in.getAttributeCount(); i++) {
                    calls.add(new Attribute(orNone(in.getAttributePrefix(i)), orNone(in.getAttributeNamespace(i)),
                            in.getAttributeLocalName(i), in.getAttributeValue(i)));
                }
            }
            case XMLStreamConstants.COMMENT -> calls.add(new Comment(in.getText()));
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                calls.add(new Instruction(in.getPITarget(), orNone(in.getPIData())));
            case XMLStreamConstants.END_ELEMENT -> calls.add(new End());
            default -> { }
        }
    }

    private static String orNone(String text) {
        return text == null ? "" : text;
    }

    public void writeTo(XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument(ParserLimits.ENCODING, "1.0");
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            if (call instanceof Start start) {
                out.writeStartElement(start.prefix, start.name, start.namespace);
            } else if (call instanceof Text text) {
                out.writeCharacters(text.text);
            } else if (call instanceof End) {
                out.writeEndElement();
            } else if (call instanceof Attribute attribute) {
                if (attribute.namespace.isEmpty()) {
                    out.writeAttribute(attribute.name, attribute.value);
                } else {
                    out.writeAttribute(attribute.prefix, attribute.namespace, attribute.name, attribute.value);
                }
            } else {
                writeSeldom(call, out);
            }
        }
        out.writeEndDocument();
    }

    private static void writeSeldom(Call call, XMLStreamWriter out) throws XMLStreamException {
        if (call instanceof Namespace namespace) {
            if (namespace.prefix.isEmpty()) {
                out.writeDefaultNamespace(namespace.uri);
            } else {
                out.writeNamespace(namespace.prefix, namespace.uri);
            }
        } else if (call instanceof Comment comment) {
            out.writeComment(comment.text);
        } else if (call instanceof Instruction instruction) {
            out.writeProcessingInstruction(instruction.target, instruction.data);
        }
    }
}
