package org.eejs.besim;

import java.nio.file.Path;
import org.eejs.banking.TlsProfile;

/**
 * The settings of the back-end simulator.
 *
 * @param host the name or address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param threads the number of serving threads, 1 or more
 * @param plain whether it serves HTTP without TLS
 * @param resumption whether clients may resume TLS sessions
 * @param tls the profile to negotiate
 * @param pki the folder with the certificates; not read when plain
 */
public record BesimSettings(String host, int port, int threads, boolean plain, boolean resumption, TlsProfile tls,
        Path pki) {}
