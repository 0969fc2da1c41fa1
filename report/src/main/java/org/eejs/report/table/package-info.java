/**
 * Tables: made once from a result, by columns, and rendered by four writers. For people that is a
 * {@link org.eejs.report.table.Table}, written as HTML ({@link org.eejs.report.table.HtmlTable}), as Markdown
 * ({@link org.eejs.report.table.MarkdownText}) and to the terminal ({@link org.eejs.report.table.TextTable});
 * spreadsheets get the columns' data in full precision ({@link org.eejs.report.table.CsvTable}).
 */
package org.eejs.report.table;
