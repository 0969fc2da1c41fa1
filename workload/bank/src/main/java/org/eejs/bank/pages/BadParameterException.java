package org.eejs.bank.pages;

/** A parameter of a request is missing or wrong; the message gives in one line which, and what is expected. */
final class BadParameterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadParameterException(String message) {
        super(message);
    }
}
