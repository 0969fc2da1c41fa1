package org.eejs.remotekey.cluster;

/**
 * The results of the calls of one key server of a cluster, since the cluster was opened.
 *
 * @param address of the server, as in the cluster's file
 * @param serving whether it is among the picks now
 * @param calls the number of requested signatures, retries included
 * @param failures the number of these that it did not return, for whatever reason
 * @param retries the number of calls that it got because another call had failed
 */
public record ServerCounts(String address, boolean serving, long calls, long failures, long retries) {}
