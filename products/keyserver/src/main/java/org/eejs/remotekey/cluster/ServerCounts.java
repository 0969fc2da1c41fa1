package org.eejs.remotekey.cluster;

/**
 * What became of the calls of one key server of a cluster, since the cluster was opened.
 *
 * @param address of the server, as the cluster's file has it
 * @param serving whether it is among the picks now
 * @param calls how many signatures it was asked for, retries included
 * @param failures how many of these it did not give, for whatever reason
 * @param retries how many of the calls came to it because another call had failed
 */
public record ServerCounts(String address, boolean serving, long calls, long failures, long retries) {}
