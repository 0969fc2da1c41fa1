package org.eejs.remotekey.server;

import com.google.common.collect.MapMaker;
import java.security.cert.X509Certificate;
import java.util.concurrent.ConcurrentMap;
import org.eejs.pki.DistinguishedName;
import org.eejs.remotekey.policy.Share;

/** The shares of connected clients, by subject: several certificates do not mean a larger share. Thread-safe. */
final class Shares {
    private final ConcurrentMap<DistinguishedName, Share> bySubject = new MapMaker().weakValues().makeMap();

    /** Returns the share of the client with that certificate, for as long as there is a reference to it. */
    Share of(X509Certificate certificate) {
        return bySubject.computeIfAbsent(DistinguishedName.of(certificate.getSubjectX500Principal()),
                any -> new Share());
    }
}
