package org.eejs.bank.pages;

import java.util.Map;

/** The answer to a request for a page. */
sealed interface Answer {
    /**
     * The page, filled.
     *
     * @param values the values for its template, by the names of the template's parameters
     */
    record Filled(Map<String, Object> values) implements Answer {}

    record Picture(byte[] gif) implements Answer {}

    /**
     * The form for logging in.
     *
     * @param status the HTTP status
     * @param message the text for the customer
     */
    record LoginForm(int status, String message) implements Answer {}
}
