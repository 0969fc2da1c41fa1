package org.eejs.banking.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The connections of users. The settings of the run determine whether connections are kept open and resume TLS
 * sessions. Immutable.
 *
 * @param perUser the most connections of a user to each origin; over HTTP/2 there is one
 * @param keepAlive whether a connection carries more than one request
 * @param http the version of HTTP
 * @param protocols versions of TLS, for example {@code TLSv1.3}; if empty, the service chooses
 * @param cipherSuites suites by their JSSE names, in their order; if empty, the service chooses
 * @param groups groups of the key exchange, in their order, for example {@code x25519}; if empty, the service chooses
 * @param trust trusted certificates in PEM; null for those that the JDK trusts
 * @param certificate the users' certificate chain in PEM; null for none
 * @param key its private key in PEM, PKCS #8; null for none
 * @param tls the TLS profile that replaces protocols, suites and groups; null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Connections(int perUser, boolean keepAlive, Http http, List<String> protocols,
        List<String> cipherSuites, List<String> groups, String trust, String certificate, String key,
        String tls) {
    /** A version of HTTP, agreed on by ALPN. */
    public enum Http { HTTP_1_1, HTTP_2 }

    /** Creates connections without a TLS profile. */
    public Connections(int perUser, boolean keepAlive, Http http, List<String> protocols, List<String> cipherSuites,
            List<String> groups, String trust, String certificate, String key) {
        this(perUser, keepAlive, http, protocols, cipherSuites, groups, trust, certificate, key, null);
    }

    /** Returns the same connections with another TLS profile; null for none. */
    public Connections withTls(String profile) {
        return new Connections(perUser, keepAlive, http, protocols, cipherSuites, groups, trust, certificate, key,
                profile);
    }
}
