package org.eejs.besim;

import java.nio.file.Path;
import org.eejs.banking.TlsProfile;

/**
 * How the back-end simulator serves.
 *
 * @param host where it listens, a name or an address
 * @param port where it listens; 0 for any free port
 * @param threads how many threads serve, 1 or more
 * @param plain whether it serves HTTP without TLS
 * @param resumption whether clients may resume TLS sessions
 * @param tls what is negotiated
 * @param pki the folder with the certificates; not read when plain
 */
public record BesimSettings(String host, int port, int threads, boolean plain, boolean resumption, TlsProfile tls,
        Path pki) {}
