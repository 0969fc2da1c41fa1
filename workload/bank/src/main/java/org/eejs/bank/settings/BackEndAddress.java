package org.eejs.bank.settings;

/**
 * Where the back end listens.
 *
 * @param host a name or an address; with TLS its certificate must name it
 * @param port the port, 1 to 65535
 */
public record BackEndAddress(String host, int port) {
    /**
     * Reads {@code host:port}.
     *
     * @throws IllegalArgumentException with a line that gives what is expected
     */
    public static BackEndAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= 65_535) {
                return new BackEndAddress(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IllegalArgumentException("'" + text + "' is not HOST:PORT, such as localhost:9443");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
