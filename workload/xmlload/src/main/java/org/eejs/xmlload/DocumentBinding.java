package org.eejs.xmlload;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eejs.xmlload.invoice.Invoice;
import org.eejs.xmlload.order.Item;
import org.eejs.xmlload.order.PurchaseOrder;
import org.eejs.xmlload.pacs.Document;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;

/**
 * The JAXB binding of a kind of documents: classes that xjc generated from its schema. The context is expensive to make
 * and shared by all threads, as its documentation recommends. Immutable and thread-safe.
 */
final class DocumentBinding {
    private final JAXBContext context;
    private final Function<Object, Stream<BigDecimal>> amounts;

    private DocumentBinding(Class<?> root, Function<Object, Stream<BigDecimal>> amounts) throws JAXBException {
        // The implementation is named, so that none on the class path can take its place.
        context = new JAXBContextFactory().createContext(new Class<?>[] {root}, Map.of());
        this.amounts = amounts;
    }

    static DocumentBinding of(DocumentKind kind) throws JAXBException {
        return switch (kind) {
            case INVOICE -> new DocumentBinding(Invoice.class, root -> ((Invoice) root).getLines().getLine().stream()
                    .map(line -> line.getAmount().getValue()));
            case PURCHASE_ORDER -> new DocumentBinding(PurchaseOrder.class,
                    root -> ((PurchaseOrder) root).getItems().getItem().stream().map(Item::getAmount));
            case PACS_008 -> new DocumentBinding(Document.class,
                    root -> ((Document) root).getFIToFICstmrCdtTrf().getCdtTrfTxInf().stream()
                            .map(transfer -> transfer.getIntrBkSttlmAmt().getValue()));
        };
    }

    JAXBContext context() {
        return context;
    }

    long items(Object root) {
        return amounts.apply(root).count();
    }

    /** Fails unless a graph has the items of a document, with the right total. */
    void expect(XmlDocument.Outline outline, Object root) throws OutcomeException {
        OutcomeException.expect("items", outline.items(), items(root));
        OutcomeException.expect("cents in total", outline.totalCents(),
                amounts.apply(root).reduce(BigDecimal.ZERO, BigDecimal::add).movePointRight(2).longValueExact());
    }
}
