package org.eejs.xmlload.parsers;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import com.fasterxml.aalto.stax.OutputFactoryImpl;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import org.eejs.banking.Named;
import org.eejs.pix.limits.ParserLimits;

/**
 * Libraries that read and write by StAX. Their classes are named, since {@link XMLInputFactory#newFactory} gives
 * whichever of them comes first on the class path.
 */
public enum StaxLibrary implements Named {
    /** What is in the JDK: an old Xerces behind StAX. */
    JDK {
        @Override
        XMLInputFactory inputs(ParserLimits limits) {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            // As text: the JDK takes no numbers here.
            JdkLimits.of(limits).forEach((name, value) -> factory.setProperty(name, String.valueOf(value)));
            return factory;
        }

        @Override
        public XMLOutputFactory outputs() {
            return XMLOutputFactory.newDefaultFactory();
        }
    },
    /** Woodstox. */
    WOODSTOX {
        @Override
        XMLInputFactory inputs(ParserLimits limits) {
            XMLInputFactory factory = new WstxInputFactory();
            factory.setProperty(WstxInputProperties.P_MAX_CHARACTERS, (long) limits.documentBytes());
            factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, (long) limits.tags());
            factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, limits.depth());
            factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, limits.attributes());
            factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, limits.tagBytes());
            factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, (long) limits.textBytes());
            return factory;
        }

        @Override
        public XMLOutputFactory outputs() {
            return new WstxOutputFactory();
        }
    },
    /** Aalto; it has no limits of its own. */
    AALTO {
        @Override
        XMLInputFactory inputs(ParserLimits limits) {
            return new InputFactoryImpl();
        }

        @Override
        public XMLOutputFactory outputs() {
            return new OutputFactoryImpl();
        }
    };

    /** A factory with the limits that the library has. */
    abstract XMLInputFactory inputs(ParserLimits limits);

    /** A factory as it comes. */
    public abstract XMLOutputFactory outputs();

    /** What reads documents with this library, within {@link ParserLimits#WORKLOAD}; for one thread. */
    public StaxParser parser() {
        return new StaxParser(this, ParserLimits.WORKLOAD);
    }
}
