package org.eejs.bank.pages;

/**
 * A payment as pages show it.
 *
 * @param payee the recipient
 * @param date the date, such as 20260115
 * @param amount the amount, such as 1,234.56
 * @param confirmation the back end's number for the order; empty if none was requested
 */
public record PaymentLine(String payee, String date, String amount, String confirmation) {}
