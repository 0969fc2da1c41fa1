/**
 * The shapes of a report before it is written as HTML, Markdown or terminal lines. A
 * {@link org.eejs.report.page.Chapter} has a headline, findings and sections of {@link org.eejs.report.page.Block}s:
 * text, tables, key figures, stacked bars, facts, and charts with their {@link org.eejs.report.page.Plot}. Every writer
 * renders each shape once.
 */
package org.eejs.report.page;
