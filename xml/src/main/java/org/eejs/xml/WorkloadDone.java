package org.eejs.xml;

/**
 * What the workload's process says when its work is done; the data of the event {@code done}.
 *
 * @param transactions all that were performed, those of the warm-up too, the checks not
 * @param sink what the transactions returned, folded; it has no meaning but that they were performed
 */
public record WorkloadDone(long transactions, long sink) {}
