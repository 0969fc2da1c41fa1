/**
 * Reports of results: a self-contained HTML file, Markdown, terminal text and CSV. The only inputs are the result model
 * and the workload as data. Each writer escapes text for its format; other code passes text on unchanged.
 */
package org.eejs.report;
