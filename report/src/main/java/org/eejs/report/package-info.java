/**
 * Turns results into pages for people and tables for spreadsheets: one self-contained HTML file, Markdown and CSV. Its
 * only inputs are the result model of the lab and the workload as data. Each writer escapes text for its own format;
 * code before it passes text on as it is.
 */
package org.eejs.report;
