package org.eejs.lab.xml;

import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.settings.KnownProvider;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.engine.TransactionKind;

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
