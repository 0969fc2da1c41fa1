package org.eejs.xmlload.engine;

import org.eejs.xmlload.documents.XmlDocument;

/**
 * What the workload's process reports when every thread's transaction has been checked, before any is timed; the data
 * of the event {@code ready}.
 *
 * @param documentBytes the length of the document
 * @param outline what is in it
 */
public record WorkloadReady(int documentBytes, XmlDocument.Outline outline) {}
