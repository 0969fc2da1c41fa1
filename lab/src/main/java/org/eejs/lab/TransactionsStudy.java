package org.eejs.lab;

import java.util.List;
import org.eejs.xml.TransactionKind;
import org.eejs.xml.Transactions;

/** Every kind of transaction by each of its libraries, compared with the first of them. */
final class TransactionsStudy implements XmlStudy {
    @Override
    public String name() {
        return Xml.TRANSACTIONS;
    }

    @Override
    public String about() {
        return "every transaction by each library, on an invoice of 10 KB";
    }

    @Override
    public List<Cell> cells(XmlChoice choice, long seed, Host host) {
        XmlChoice usual = new XmlChoice(Transactions.ALL.stream().map(TransactionKind::name).toList(), List.of(),
                List.of("invoice"), List.of("10KB"), List.of("rsa-2048"), List.of(KnownProvider.JDK.id()), List.of(1),
                List.of(XmlSettings.NONE), List.of(Jdk.SAME), List.of(List.of()));
        return XmlBaselines.cells(name(), choice.each(usual, seed));
    }
}
