package org.eejs.report.remotekeys;

import java.util.List;

/**
 * The charts of remote keys.
 *
 * @param id the id of the section
 * @param operations operations by the numbers of the section's charts
 */
public record RemoteKeyChart(String id, List<Operation> operations) {
    /**
     * The curves of one operation.
     *
     * @param unit the unit of concurrency: a thread, or a client host
     */
    record Operation(String unit, List<RemoteKeyCurve> curves) {}

    public static RemoteKeyChart of(RemoteKeySection section) {
        return new RemoteKeyChart(section.id(), section.operations().stream().map(operation -> new Operation(
                operation.points().get(0).curve().unit(), operation.curves())).toList());
    }
}
