package org.eejs.banking;

/**
 * The number of uses of an algorithm that a security provider served.
 *
 * @param type the type of the algorithm in the JCA, for example {@code Signature}
 * @param algorithm the provider's own name of it, for example {@code RSASSA-PSS}
 * @param provider the provider's name, for example {@code SunRsaSign}
 * @param count the number of objects created, 1 or more
 */
public record AlgorithmUse(String type, String algorithm, String provider, long count) {}
