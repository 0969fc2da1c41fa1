package org.eejs.bank;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import java.util.Set;
import org.eejs.bank.backend.BackEnd;
import org.eejs.bank.images.GifCatalogue;
import org.eejs.bank.images.ImageServlet;
import org.eejs.bank.pages.BankServlet;
import org.eejs.bank.pages.PageHandlers;

/** The bank as a web application, the same in every container. */
final class BankApplication implements ServletContainerInitializer {
    private static final int SESSION_MINUTES = 10;

    final BankServlet pages;
    final ImageServlet images;
    private final boolean tls;

    /**
     * Creates the application for users with or without TLS: without it, a secure cookie would have no effect (RFC
     * 6265, 4.1.2.5).
     */
    BankApplication(BackEnd backEnd, boolean tls) {
        this.tls = tls;
        GifCatalogue gifs = new GifCatalogue();
        this.pages = new BankServlet(new PageHandlers(gifs), backEnd);
        this.images = new ImageServlet(gifs);
    }

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        context.addServlet("bank", pages).addMapping("/bank/*");
        context.addServlet("images", images).addMapping("/images/*");
        context.setSessionTimeout(SESSION_MINUTES);
        context.setSessionTrackingModes(Set.of(SessionTrackingMode.COOKIE));
        SessionCookieConfig cookie = context.getSessionCookieConfig();
        cookie.setPath("/");
        cookie.setHttpOnly(true);
        cookie.setSecure(tls);
        cookie.setAttribute("SameSite", "Strict");
    }
}
