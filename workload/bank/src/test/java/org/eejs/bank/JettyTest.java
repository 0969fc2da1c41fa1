package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.eejs.banking.PageRequest;
import org.eejs.banking.StaticImage;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.WebContainer;
import org.eejs.role.OpenSslClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bank in Jetty, compared with the same bank in Tomcat. */
class JettyTest {
    private static final Customer CUSTOMER = new Customer(58);

    @Test
    void servesWhatTomcatServes() throws Exception {
        try (TestBank jetty = TestBank.startIn(WebContainer.JETTY); TestBank tomcat = TestBank.start()) {
            Browser inJetty = Browser.loggedIn(jetty.address, CUSTOMER);
            Browser inTomcat = Browser.loggedIn(tomcat.address, CUSTOMER);
            for (Page page : Page.values()) {
                PageRequest request = PageRequest.draw(page, CUSTOMER, 3, new Random(1));
                HttpResponse<String> expected = inTomcat.ask(request);
                assertSame(expected, inJetty.ask(request));
                if (page == Page.LOGOUT) {
                    inTomcat.logIn(CUSTOMER.id(), CUSTOMER.password());
                    inJetty.logIn(CUSTOMER.id(), CUSTOMER.password());
                }
            }
            for (String target : List.of("/", "/nothing", "/bank/nothing", "/bank/quick_pay", "/images/40.gif",
                    "/bank/check_detail_html?check=10", "/bank/profile;jsessionid=0123456789ABCDEF")) {
                assertEquals(inTomcat.get(target).statusCode(), inJetty.get(target).statusCode(), target);
            }
            for (StaticImage image : StaticImage.all()) {
                HttpResponse<byte[]> expected = inTomcat.getBytes(image.path());
                HttpResponse<byte[]> served = inJetty.getBytes(image.path());
                assertArrayEquals(expected.body(), served.body());
                assertEquals(304, inJetty.get(image.path(), "If-None-Match",
                        expected.headers().firstValue("ETag").orElseThrow()).statusCode());
            }
            assertEquals(tomcat.stats().pages(), jetty.stats().pages());
            assertEquals(tomcat.stats().backEndCalls(), jetty.stats().backEndCalls());
        }
    }

    private static void assertSame(HttpResponse<String> expected, HttpResponse<String> served) {
        assertEquals(expected.statusCode(), served.statusCode());
        assertEquals(expected.body(), served.body());
        for (String header : List.of("Content-Type", "Content-Length", "Cache-Control", "Location", "ETag")) {
            assertEquals(expected.headers().firstValue(header).map(String::toLowerCase),
                    served.headers().firstValue(header).map(String::toLowerCase), header);
        }
    }

    @Test
    void givesASafeCookieAndDoesNotTellWhatItRunsOn() throws Exception {
        try (TestBank bank = TestBank.startIn(WebContainer.JETTY)) {
            Browser browser = new Browser(bank.address.replace("localhost", "127.0.0.1"));
            String cookie = browser.logIn(CUSTOMER.id(), CUSTOMER.password()).headers().firstValue("Set-Cookie")
                    .orElseThrow();
            assertTrue(cookie.matches("JSESSIONID=[\\w.]+; Path=/; Secure; HttpOnly; SameSite=Strict"), cookie);
            HttpResponse<String> lost = browser.get("/nothing");
            assertEquals(404, lost.statusCode());
            assertFalse(lost.headers().firstValue("Server").isPresent());
            assertFalse(lost.body().contains("Jetty") || lost.body().contains("at org."), lost.body());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"modern", "eejs-2016"})
    void negotiatesExactlyTheProfileAndCountsHandshakes(TlsProfile profile) throws Exception {
        try (TestBank bank = TestBank.startIn(WebContainer.JETTY, profile)) {
            OpenSslClient client = new OpenSslClient(TestFolder.PKI, bank.address);
            String said = client.get("/images/3.gif", OpenSslClient.optionsFor(profile));
            assertTrue(said.contains("GIF89a"), said);
            String other = profile.protocol().equals("TLSv1.3") ? "-tls1_2" : "-tls1_3";
            assertFalse(client.get("/images/3.gif", List.of(other)).contains("GIF89a"));
            for (int i = 0; i < 100 && bank.stats().failedHandshakes() < 1; i++) {
                Thread.sleep(20);
            }
            assertEquals(1, bank.stats().fullHandshakes());
            assertEquals(1, bank.stats().failedHandshakes());
            assertEquals(profile.protocol(), bank.stats().protocol());
            assertEquals(profile.cipherSuite(), bank.stats().cipherSuite());
        }
    }
}
