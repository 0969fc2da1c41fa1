/**
 * Tables, which are created once from a result by columns, and rendered by four writers. Readers get a
 * {@link org.eejs.report.table.Table} as HTML ({@link org.eejs.report.table.HtmlTable}), Markdown
 * ({@link org.eejs.report.table.MarkdownText}) or terminal text ({@link org.eejs.report.table.TextTable}). Spreadsheets
 * get the data of the columns in full precision ({@link org.eejs.report.table.CsvTable}).
 */
package org.eejs.report.table;
