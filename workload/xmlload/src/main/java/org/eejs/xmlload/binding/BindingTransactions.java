package org.eejs.xmlload.binding;

import java.util.List;
import javax.xml.transform.Templates;
import javax.xml.validation.Schema;
import org.eejs.banking.Named;
import org.eejs.xmlload.engine.TransactionKind;

/** Transactions on documents as a whole: JAXB, schema validation and XSLT. */
public final class BindingTransactions {
    private static final List<String> JDK_ALONE = List.of("jdk");

    public static final List<TransactionKind> ALL = List.of(
            new TransactionKind("jaxb-unmarshal", "objects are made of a document by JAXB",
                    Named.ids(JaxbLibrary.class), false,
                    (document, library, signature) -> {
                        JaxbLibrary named = Named.byId(JaxbLibrary.class, "a JAXB library", library);
                        DocumentBinding binding = DocumentBinding.of(document.kind());
                        return () -> new JaxbUnmarshal(document, binding, named);
                    }),
            new TransactionKind("jaxb-marshal", "a document's objects are written by JAXB",
                    Named.ids(JaxbLibrary.class), false,
                    (document, library, signature) -> {
                        JaxbLibrary named = Named.byId(JaxbLibrary.class, "a JAXB library", library);
                        DocumentBinding binding = DocumentBinding.of(document.kind());
                        return () -> new JaxbMarshal(document, binding, named);
                    }),
            new TransactionKind("schema-validation", "a document is read and held against its XML Schema", JDK_ALONE,
                    false, (document, library, signature) -> {
                        Schema schema = SchemaValidation.schema(document.kind());
                        return () -> new SchemaValidation(document, schema);
                    }),
            new TransactionKind("xslt", "an overview in HTML is made of a document by XSLT 1.0", JDK_ALONE, false,
                    (document, library, signature) -> {
                        Templates stylesheet = StyledOverview.stylesheet(document.kind());
                        return () -> new StyledOverview(document, stylesheet);
                    }));

    private BindingTransactions() {}
}
