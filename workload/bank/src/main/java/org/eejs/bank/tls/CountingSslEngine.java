package org.eejs.bank.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.eejs.role.HandshakeCount;
import org.eejs.role.ServerFlight;

/**
 * An engine that counts its bytes, and its handshake, once: when the handshake finishes, or when the connection ends or
 * breaks after the client has sent something. As thread-safe as an engine is: one connection, one thread at a time for
 * each direction.
 */
final class CountingSslEngine extends SSLEngine {
    private final SSLEngine engine;
    private final HandshakeCount count;
    private final long created = System.currentTimeMillis();
    /** The bytes that were sent until the handshake finished, if the session does not show a resumption; else null. */
    private ServerFlight flight;
    private boolean begun;
    private boolean counted;

    CountingSslEngine(SSLEngine engine, HandshakeCount count, boolean readsTheWire) {
        super(engine.getPeerHost(), engine.getPeerPort());
        this.engine = engine;
        this.count = count;
        this.flight = readsTheWire ? new ServerFlight() : null;
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer target) throws SSLException {
        int from = target.position();
        try {
            SSLEngineResult result = engine.wrap(sources, offset, length, target);
            if (flight != null) {
                flight.add(target, from);
            }
            count.carried(result.bytesConsumed());
            return watch(result);
        } catch (SSLException e) {
            countFailure();
            throw e;
        }
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] targets, int offset, int length)
            throws SSLException {
        begun |= source.hasRemaining();
        try {
            SSLEngineResult result = engine.unwrap(source, targets, offset, length);
            count.carried(result.bytesProduced());
            return watch(result);
        } catch (SSLException e) {
            countFailure();
            throw e;
        }
    }

    private SSLEngineResult watch(SSLEngineResult result) {
        // With TLS 1.3 the tickets that follow a handshake may report FINISHED again.
        if (!counted && result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
            counted = true;
            SSLSession session = engine.getSession();
            if (session.getCipherSuite() == null) {
                // Tomcat's engines of OpenSSL also report failed handshakes as finished.
                count.countFailed();
            } else if (flight == null) {
                count.countFinished(session, created);
            } else {
                count.countFinished(session, flight.resumes());
                flight = null;
            }
        }
        return result;
    }

    private void countFailure() {
        if (begun && !counted) {
            counted = true;
            count.countFailed();
        }
    }

    @Override
    public void closeInbound() throws SSLException {
        countFailure();
        engine.closeInbound();
    }

    @Override
    public void closeOutbound() {
        countFailure();
        engine.closeOutbound();
    }

    @Override
    public Runnable getDelegatedTask() {
        return engine.getDelegatedTask();
    }

    @Override
    public boolean isInboundDone() {
        return engine.isInboundDone();
    }

    @Override
    public boolean isOutboundDone() {
        return engine.isOutboundDone();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return engine.getSupportedCipherSuites();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return engine.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        engine.setEnabledCipherSuites(suites);
    }

    @Override
    public String[] getSupportedProtocols() {
        return engine.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledProtocols() {
        return engine.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        engine.setEnabledProtocols(protocols);
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
    public void beginHandshake() throws SSLException {
        try {
            engine.beginHandshake();
        } catch (SSLException e) {
            // Independent of the part of the client's hello that a container has already read.
            begun = true;
            countFailure();
            throw e;
        }
    }

    @Override
    public HandshakeStatus getHandshakeStatus() {
        return engine.getHandshakeStatus();
    }

    @Override
    public void setUseClientMode(boolean mode) {
        engine.setUseClientMode(mode);
    }

    @Override
    public boolean getUseClientMode() {
        return engine.getUseClientMode();
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        engine.setNeedClientAuth(need);
    }

    @Override
    public boolean getNeedClientAuth() {
        return engine.getNeedClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        engine.setWantClientAuth(want);
    }

    @Override
    public boolean getWantClientAuth() {
        return engine.getWantClientAuth();
    }

    @Override
    public void setEnableSessionCreation(boolean flag) {
        engine.setEnableSessionCreation(flag);
    }

    @Override
    public boolean getEnableSessionCreation() {
        return engine.getEnableSessionCreation();
    }

    @Override
    public SSLParameters getSSLParameters() {
        return engine.getSSLParameters();
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        engine.setSSLParameters(parameters);
    }

    @Override
    public String getApplicationProtocol() {
        return engine.getApplicationProtocol();
    }
}
