package org.eejs.lab.xml;

import static org.eejs.lab.settings.TransactionSettings.SIZE;
import static org.eejs.lab.settings.TransactionSettings.TRANSACTION;

import java.util.List;
import org.eejs.lab.machine.Host;
import org.eejs.lab.settings.XmlChoice;
import org.eejs.result.Xml;
import org.eejs.xmlload.Transactions;
import org.eejs.xmlload.engine.TransactionKind;

/** Every kind of transaction by each of its libraries, compared with the first of them. */
final class TransactionsStudy extends XmlStudy {
    TransactionsStudy() {
        super(Xml.TRANSACTIONS, "every transaction by each library, on an invoice of 10 KB");
    }

    @Override
    List<Cell> cells(XmlChoice choice, long seed, Host host) {
        XmlChoice usual = XmlChoice.USUAL.with(SIZE, "10KB")
                .with(TRANSACTION, Transactions.ALL.stream().map(TransactionKind::name).toList());
        return XmlBaselines.cells(name(), choice.each(usual, seed));
    }
}
