import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import java.nio.file.Path;

/** A service with Helidon on virtual threads and the JDK's TLS, {@code PORT CERTIFICATE KEY}. */
public final class Stock {
    private Stock() {}

    public static void main(String... words) {
        Keys keys = Keys.builder().pem(pem -> pem.certChain(Resource.create(Path.of(words[1])))
                .key(Resource.create(Path.of(words[2])))).build();
        WebServer.builder().host("127.0.0.1").port(Integer.parseInt(words[0]))
                .tls(Tls.builder().privateKey(keys).privateKeyCertChain(keys).build())
                .routing(routes -> routes.get("/stock/{item}", (request, response) -> response
                        .header(HeaderNames.CONTENT_TYPE, "application/json")
                        .send("{\"item\": \"" + request.path().pathParameters().get("item") + "\", \"left\": 3}")))
                .build().start();
    }
}
