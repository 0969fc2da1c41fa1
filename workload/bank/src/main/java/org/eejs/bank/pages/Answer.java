package org.eejs.bank.pages;

import java.util.Map;

/** What a page answers. */
sealed interface Answer {
    /**
     * The page, filled.
     *
     * @param values what its template shows, by the names of the template's parameters
     */
    record Filled(Map<String, Object> values) implements Answer {}

    record Picture(byte[] gif) implements Answer {}

    /**
     * The form for logging in.
     *
     * @param status the HTTP status
     * @param message what the customer reads
     */
    record LoginForm(int status, String message) implements Answer {}
}
