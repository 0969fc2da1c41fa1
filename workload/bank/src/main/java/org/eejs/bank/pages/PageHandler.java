package org.eejs.bank.pages;

import org.eejs.bank.backend.BackEndException;

/** One page of the bank: what it asks of the back end and what it shows. Stateless. */
interface PageHandler {
    /**
     * Answers a visit.
     *
     * @throws BadParameterException when the visitor's parameters are of no use
     * @throws BackEndException when the back end is
     */
    Answer answer(Visit visit) throws BackEndException;
}
