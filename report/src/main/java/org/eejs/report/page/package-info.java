/** What a report says of a result, in sections, before it takes the form of HTML, Markdown or lines of a terminal. */
package org.eejs.report.page;
