package org.eejs.cluster;

/**
 * A host's request to join.
 *
 * @param host the name of the host
 * @param version the version of its EEJS
 * @param token the secret of a token; null for a host that shows a certificate
 * @param key its public key, in DER, as Base64; null for a host that shows a certificate
 */
record JoinRequest(String host, String version, String token, String key) {}
