package org.eejs.bank.backend;

import static org.eejs.banking.settings.BankingSettings.BACK_END;
import static org.eejs.banking.settings.BankingSettings.BANK_THREADS;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.eejs.bank.settings.BankSettings;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndReply;

/**
 * The HTTP clients for the back end, one for each call or one for all, depending on the policy. A failed call is not
 * repeated. Thread-safe.
 */
public final class BackEndClients implements AutoCloseable {
    private static final Timeout CONNECT = Timeout.ofSeconds(5);
    private static final Timeout READ = Timeout.ofSeconds(30);

    private final BackEndPolicy policy;
    private final BackEndTls tls;
    private final int connections;
    /** The one client, or null if each call has its own. */
    private final CloseableHttpClient shared;

    public BackEndClients(BankSettings settings, BackEndTls tls) throws IOException, GeneralSecurityException {
        this.policy = settings.get(BACK_END);
        this.tls = tls;
        // A worker thread makes one call at a time, so no call ever waits for a connection.
        this.connections = settings.get(BANK_THREADS);
        this.shared = switch (policy) {
            case NEW_CONTEXT -> null;
            case NEW_CONNECTION -> client(tls.notResuming(tls.newContext()));
            case POOLED -> client(tls.resuming(tls.newContext()));
            case PLAIN, PLAIN_NEW_CONNECTION -> client(null);
        };
    }

    /** Creates one client for all, which keeps its connections, with the given TLS. */
    public BackEndClients(BankSettings settings, TlsSocketStrategy strategy) {
        this.policy = settings.get(BACK_END);
        this.tls = null;
        this.connections = settings.get(BANK_THREADS);
        this.shared = client(strategy);
    }

    public BackEndReply execute(HttpGet request, HttpClientResponseHandler<BackEndReply> reader)
            throws IOException, GeneralSecurityException {
        if (shared != null) {
            return shared.execute(request, reader);
        }
        try (CloseableHttpClient client = client(tls.resuming(tls.newContext()))) {
            return client.execute(request, reader);
        }
    }

    @Override
    public void close() {
        if (shared != null) {
            shared.close(CloseMode.IMMEDIATE);
        }
    }

    private CloseableHttpClient client(TlsSocketStrategy strategy) {
        PoolingHttpClientConnectionManagerBuilder builder = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(connections)
                .setMaxConnPerRoute(connections)
                .setDefaultSocketConfig(SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(READ).build())
                .setDefaultTlsConfig(TlsConfig.custom().setHandshakeTimeout(READ).build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(CONNECT)
                        .setSocketTimeout(READ)
                        .build());
        PoolingHttpClientConnectionManager manager =
                (strategy == null ? builder : builder.setTlsSocketStrategy(strategy)).build();
        HttpClientBuilder client = HttpClientBuilder.create()
                .setConnectionManager(manager)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(CONNECT)
                        .setResponseTimeout(READ)
                        .build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableContentCompression()
                .disableAuthCaching();
        if (!policy.keepsConnections()) {
            client.setConnectionReuseStrategy((request, response, context) -> false);
        }
        return client.build();
    }
}
