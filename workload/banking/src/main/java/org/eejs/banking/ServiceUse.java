package org.eejs.banking;

/**
 * How often a security provider was taken for a service of the JCA.
 *
 * @param type the kind of service, for example {@code Signature}
 * @param algorithm its name, for example {@code RSASSA-PSS}; see the counter for whose spelling it is
 * @param provider the provider's name, for example {@code SunRsaSign}
 * @param count how often, 1 or more; see the counter for what is counted
 */
public record ServiceUse(String type, String algorithm, String provider, long count) {}
