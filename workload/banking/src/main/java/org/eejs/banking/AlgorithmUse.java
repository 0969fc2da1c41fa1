package org.eejs.banking;

/**
 * How often a security provider served an algorithm.
 *
 * @param type the type of the algorithm in the JCA, for example {@code Signature}
 * @param algorithm the provider's own name of it, for example {@code RSASSA-PSS}
 * @param provider the provider's name, for example {@code SunRsaSign}
 * @param count how many objects of it were made, 1 or more
 */
public record AlgorithmUse(String type, String algorithm, String provider, long count) {}
