package org.eejs.cluster;

/**
 * A host asks to be let in.
 *
 * @param host what it is called
 * @param version of its EEJS
 * @param token the secret of one; null of a host that shows a certificate
 * @param key its public key, in DER, as Base64; null of a host that shows a certificate
 */
record JoinRequest(String host, String version, String token, String key) {}
