package org.eejs.bank.pages;

/**
 * A payment as pages show it.
 *
 * @param payee who is paid
 * @param date when, such as 20260115
 * @param amount how much, such as 1,234.56
 * @param confirmation the back end's number for the order; empty where none was requested
 */
public record PaymentLine(String payee, String date, String amount, String confirmation) {}
