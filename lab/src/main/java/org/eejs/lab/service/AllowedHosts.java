package org.eejs.lab.service;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;

/** The hosts that requests may go to: those in a file, each resolved once. Immutable. */
record AllowedHosts(List<Origin> origins) {
    private static final String PORT = ":" + ServiceDescription.Launch.PORT;
    private static final int UNIQUE_LOCAL = 0xfc;
    private static final int UNIQUE_LOCAL_MASK = 0xfe;

    /**
     * Reads the hosts. The first is that of {@code url}, with port 0 if each start has a free one.
     *
     * @param ownHost whether hosts may be outside private networks
     * @throws FaultyFileException with file, line and key of a host that is invalid, unknown, or must not be loaded
     */
    static AllowedHosts of(YamlFile<ServiceForm> file, boolean ownHost) throws FaultyFileException {
        file.require("/url");
        ServiceForm form = file.value();
        List<Origin> origins = new ArrayList<>();
        boolean anyPort = form.url().endsWith(PORT) || form.url().endsWith(PORT + "/");
        if (anyPort && form.start() == null) {
            throw file.fault("/url", "{port} is a free port for a started service; write its port, or add 'start'");
        }
        WebAddress url = address(file, "/url", anyPort ? form.url().replace(PORT, "") : form.url());
        origins.add(origin(file, "/url", anyPort ? new WebAddress(url.tls(), url.host(), 0, url.target()) : url,
                ownHost));
        List<String> hosts = form.hosts() == null ? List.of() : form.hosts();
        for (int i = 0; i < hosts.size(); i++) {
            String host = hosts.get(i);
            WebAddress also = address(file, "/hosts/" + i, host.contains("://") ? host
                    : (url.tls() ? "https://" : "http://") + host);
            origins.add(origin(file, "/hosts/" + i, also, ownHost));
        }
        return new AllowedHosts(origins.stream().distinct().toList());
    }

    private static WebAddress address(YamlFile<ServiceForm> file, String pointer, String text)
            throws FaultyFileException {
        return WebAddress.parse(text).filter(url -> url.target().equals("/") && !text.contains("?")).orElseThrow(() ->
                file.fault(pointer, "'%s' is not a host; write one such as %s, and paths in steps".formatted(
                        WebAddress.shown(text),
                        pointer.equals("/url") ? "https://localhost:8443" : "cdn.localhost:8444")));
    }

    private static Origin origin(YamlFile<ServiceForm> file, String pointer, WebAddress url, boolean ownHost)
            throws FaultyFileException {
        try {
            List<InetAddress> addresses = addresses(url.host());
            Optional<InetAddress> outside = addresses.stream().filter(each -> !isPrivate(each)).findFirst();
            if (!ownHost && outside.isPresent()) {
                throw file.fault(pointer, ("%s is %s, which is outside private networks; load only hosts that "
                        + "you own; confirm with --i-own-this-host").formatted(url.host(),
                        outside.get().getHostAddress()));
            }
            return new Origin(url.tls(), url.host(), url.port(),
                    addresses.stream().map(AllowedHosts::words).toList());
        } catch (UnknownHostException e) {
            throw file.fault(pointer, "the host '" + url.host() + "' is not known to this machine; correct its name");
        }
    }

    private static String words(InetAddress address) {
        return address instanceof Inet6Address && address.isLoopbackAddress() ? "::1" : address.getHostAddress();
    }

    /**
     * Returns all addresses of a name; localhost always has both loopback addresses, regardless of the machine's files
     * (RFC 6761, 6.3).
     */
    private static List<InetAddress> addresses(String host) throws UnknownHostException {
        Stream<InetAddress> found = Stream.of(InetAddress.getAllByName(host));
        return (host.equals("localhost") || host.endsWith(".localhost")
                ? Stream.concat(found, Stream.of(InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1")))
                : found).distinct().toList();
    }

    /** Returns whether an address is loopback, of RFC 1918, or of RFC 4193, which the JDK does not know. */
    private static boolean isPrivate(InetAddress address) {
        byte[] octets = address.getAddress();
        return address.isLoopbackAddress() || address.isSiteLocalAddress()
                || octets.length > 4 && (octets[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    }

    /** Returns the index of an address's host; empty if requests must not go there. */
    OptionalInt indexOf(WebAddress url) {
        return IntStream.range(0, origins.size()).filter(i -> is(origins.get(i), url, url.port()))
                .findFirst();
    }

    /** Returns the same, but with any port of the service itself, which may have had another when it was recorded. */
    OptionalInt indexOfRecorded(WebAddress url) {
        OptionalInt exact = indexOf(url);
        return exact.isPresent() || !is(origins.get(0), url, 0) ? exact : OptionalInt.of(0);
    }

    private static boolean is(Origin origin, WebAddress url, int port) {
        return origin.tls() == url.tls() && origin.host().equals(url.host()) && origin.port() == port;
    }

    @Override
    public String toString() {
        return origins.stream().map(Origin::toString).collect(Collectors.joining(", "));
    }
}
