/**
 * The shapes of a report, before it takes the form of HTML, Markdown or lines of a terminal. A
 * {@link org.eejs.report.page.Chapter} has a headline, findings and sections of {@link org.eejs.report.page.Block}s:
 * words, tables, headline figures, stacked bars, facts, and charts by their {@link org.eejs.report.page.Plot}. Every
 * writer renders each shape once.
 */
package org.eejs.report.page;
