package org.eejs.jsse.context;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/**
 * An engine of the JDK. Until its handshake begins, it belongs to the context that created it. Then a client's engine
 * is replaced, with all its settings, by one of the context that holds the sessions of clients with the same demands.
 * Thread-safe.
 */
final class SharingSslEngine extends SSLEngine {
    private final SharingSslContext context;
    /** Guards the step from one engine to the other. */
    private final Object step = new Object();
    private volatile SSLEngine engine;
    private volatile boolean begun;
    private BiFunction<SSLEngine, List<String>, String> selector;

    /** @param engine an engine of the own context, with the peer's name */
    SharingSslEngine(SharingSslContext context, SSLEngine engine) {
        super(engine.getPeerHost(), engine.getPeerPort());
        this.context = context;
        this.engine = engine;
    }

    /** Returns the engine for calls that begin a handshake. */
    private SSLEngine begun() throws SSLException {
        if (!begun) {
            synchronized (step) {
                if (!begun) {
                    begin();
                }
            }
        }
        return engine;
    }

    private void begin() throws SSLException {
        SSLEngine before = engine;
        SSLParameters parameters = before.getSSLParameters();
        SSLContext chosen = before.getUseClientMode() ? context.forClient(parameters) : context.own();
        if (chosen == context.own()) {
            begun = true;
            return;
        }
        SSLEngine made = chosen.createSSLEngine(before.getPeerHost(), before.getPeerPort());
        made.setUseClientMode(true);
        made.setSSLParameters(parameters);
        made.setEnableSessionCreation(before.getEnableSessionCreation());
        made.setHandshakeApplicationProtocolSelector(before.getHandshakeApplicationProtocolSelector());
        engine = made;
        begun = true;
        // At once: later settings must not affect this handshake, because they are not part of the policy.
        made.beginHandshake();
    }

    /** Returns the engine for calls that end a connection, perhaps before it began: it is not replaced. */
    private SSLEngine ended() {
        synchronized (step) {
            begun = true;
            return engine;
        }
    }

    private void inStep(Runnable change) {
        synchronized (step) {
            change.run();
        }
    }

    @Override
    public void beginHandshake() throws SSLException {
        synchronized (step) {
            SSLEngine before = engine;
            if (begun() != before) {
                return;
            }
        }
        engine.beginHandshake();
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer target) throws SSLException {
        return begun().wrap(sources, offset, length, target);
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] targets, int offset, int length)
            throws SSLException {
        return begun().unwrap(source, targets, offset, length);
    }

    @Override
    public Runnable getDelegatedTask() {
        return engine.getDelegatedTask();
    }

    @Override
    public void closeInbound() throws SSLException {
        ended().closeInbound();
    }

    @Override
    public boolean isInboundDone() {
        return engine.isInboundDone();
    }

    @Override
    public void closeOutbound() {
        ended().closeOutbound();
    }

    @Override
    public boolean isOutboundDone() {
        return engine.isOutboundDone();
    }

    @Override
    public SSLSession getSession() {
        return engine.getSession();
    }

    @Override
    public SSLSession getHandshakeSession() {
        return engine.getHandshakeSession();
    }

    @Override
    public SSLEngineResult.HandshakeStatus getHandshakeStatus() {
        return engine.getHandshakeStatus();
    }

    @Override
    public String getApplicationProtocol() {
        return engine.getApplicationProtocol();
    }

    @Override
    public String getHandshakeApplicationProtocol() {
        return engine.getHandshakeApplicationProtocol();
    }

    @Override
    public void setHandshakeApplicationProtocolSelector(BiFunction<SSLEngine, List<String>, String> selector) {
        synchronized (step) {
            this.selector = selector;
            engine.setHandshakeApplicationProtocolSelector(
                    selector == null ? null : (inner, protocols) -> selector.apply(this, protocols));
        }
    }

    @Override
    public BiFunction<SSLEngine, List<String>, String> getHandshakeApplicationProtocolSelector() {
        synchronized (step) {
            return selector;
        }
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return engine.getSupportedCipherSuites();
    }

    @Override
    public String[] getSupportedProtocols() {
        return engine.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return engine.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        inStep(() -> engine.setEnabledCipherSuites(suites));
    }

    @Override
    public String[] getEnabledProtocols() {
        return engine.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        inStep(() -> engine.setEnabledProtocols(protocols));
    }

    @Override
    public boolean getUseClientMode() {
        return engine.getUseClientMode();
    }

    @Override
    public void setUseClientMode(boolean client) {
        inStep(() -> engine.setUseClientMode(client));
    }

    @Override
    public boolean getNeedClientAuth() {
        return engine.getNeedClientAuth();
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        inStep(() -> engine.setNeedClientAuth(need));
    }

    @Override
    public boolean getWantClientAuth() {
        return engine.getWantClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        inStep(() -> engine.setWantClientAuth(want));
    }

    @Override
    public boolean getEnableSessionCreation() {
        return engine.getEnableSessionCreation();
    }

    @Override
    public void setEnableSessionCreation(boolean enable) {
        inStep(() -> engine.setEnableSessionCreation(enable));
    }

    @Override
    public SSLParameters getSSLParameters() {
        return engine.getSSLParameters();
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        inStep(() -> engine.setSSLParameters(parameters));
    }
}
