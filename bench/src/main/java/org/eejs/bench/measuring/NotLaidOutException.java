package org.eejs.bench.measuring;

import java.security.NoSuchProviderException;

/** The files of a provider that comes with the build are not where the build puts them. */
final class NotLaidOutException extends NoSuchProviderException {
    private static final long serialVersionUID = 1;

    /** An exception with this line. */
    NotLaidOutException(String message) {
        super(message);
    }
}
