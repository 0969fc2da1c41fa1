package org.eejs.bank.pages;

/** A missing or wrong parameter of a request; the message names it and the expected value in one line. */
final class BadParameterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadParameterException(String message) {
        super(message);
    }
}
