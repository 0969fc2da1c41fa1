package org.eejs.jsse.context;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** The part of a socket over a connection that the JDK's current socket answers: TLS. */
abstract class TlsDelegate extends ConnectionDelegate {
    /** Guards the steps from one socket to another. */
    final Object step = new Object();
    /** The JDK's socket, until it is replaced by another. */
    volatile SSLSocket tls;

    TlsDelegate(Socket connection, SSLSocket tls) {
        super(connection);
        this.tls = tls;
    }

    private void inStep(Runnable change) {
        synchronized (step) {
            change.run();
        }
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return tls.getSupportedCipherSuites();
    }

    @Override
    public String[] getSupportedProtocols() {
        return tls.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return tls.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        inStep(() -> tls.setEnabledCipherSuites(suites));
    }

    @Override
    public String[] getEnabledProtocols() {
        return tls.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        inStep(() -> tls.setEnabledProtocols(protocols));
    }

    @Override
    public boolean getUseClientMode() {
        return tls.getUseClientMode();
    }

    @Override
    public void setUseClientMode(boolean client) {
        inStep(() -> tls.setUseClientMode(client));
    }

    @Override
    public boolean getNeedClientAuth() {
        return tls.getNeedClientAuth();
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        inStep(() -> tls.setNeedClientAuth(need));
    }

    @Override
    public boolean getWantClientAuth() {
        return tls.getWantClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        inStep(() -> tls.setWantClientAuth(want));
    }

    @Override
    public boolean getEnableSessionCreation() {
        return tls.getEnableSessionCreation();
    }

    @Override
    public void setEnableSessionCreation(boolean enable) {
        inStep(() -> tls.setEnableSessionCreation(enable));
    }

    @Override
    public SSLParameters getSSLParameters() {
        return tls.getSSLParameters();
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        inStep(() -> tls.setSSLParameters(parameters));
    }

    @Override
    public SSLSession getHandshakeSession() {
        return tls.getHandshakeSession();
    }

    @Override
    public String getApplicationProtocol() {
        return tls.getApplicationProtocol();
    }

    @Override
    public String getHandshakeApplicationProtocol() {
        return tls.getHandshakeApplicationProtocol();
    }

    @Override
    public boolean isClosed() {
        return tls.isClosed();
    }

    @Override
    public boolean isInputShutdown() {
        return tls.isInputShutdown();
    }

    @Override
    public boolean isOutputShutdown() {
        return tls.isOutputShutdown();
    }

    @Override
    public boolean getOOBInline() throws SocketException {
        return tls.getOOBInline();
    }

    @Override
    public void setOOBInline(boolean inline) throws SocketException {
        tls.setOOBInline(inline);
    }

    @Override
    public void sendUrgentData(int data) throws IOException {
        tls.sendUrgentData(data);
    }
}
