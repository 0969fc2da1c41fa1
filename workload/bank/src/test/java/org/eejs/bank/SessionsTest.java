package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import org.eejs.banking.Customer;
import org.eejs.banking.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final Customer CUSTOMER = new Customer(4_711);

    private static TestBank bank;

    @BeforeAll
    static void open() throws Exception {
        bank = TestBank.startWithMaxUser(9_999);
    }

    @AfterAll
    static void close() {
        bank.close();
    }

    @Test
    void offersAFormForTheLogin() throws Exception {
        HttpResponse<String> form = new Browser(bank.address).get("/bank/login");
        assertEquals(200, form.statusCode());
        assertTrue(form.body().contains("<form method=\"post\" action=\"/bank/login\">"));
        assertTrue(form.headers().firstValue("Set-Cookie").isEmpty());
    }

    @Test
    void refusesAWrongPassword() throws Exception {
        Browser browser = new Browser(bank.address);
        HttpResponse<String> response = browser.logIn(CUSTOMER.id(), CUSTOMER.password() + "x");
        assertEquals(401, response.statusCode());
        assertTrue(response.body().contains("User or password is wrong."));
        assertTrue(response.headers().firstValue("Set-Cookie").isEmpty());
        assertEquals(302, browser.get("/bank/account_summary").statusCode());
    }

    @Test
    void refusesWhatIsNoUser() throws Exception {
        Browser browser = new Browser(bank.address);
        assertEquals(400, browser.post("/bank/login", "user=me&password=x").statusCode());
        assertEquals(400, browser.post("/bank/login", "user=5").statusCode());
    }

    @Test
    void tellsTheBackEndWhichUsersThereAre() throws Exception {
        Browser browser = new Browser(bank.address);
        assertEquals(200, browser.logIn(9_999, new Customer(9_999).password()).statusCode());
        HttpResponse<String> refused = browser.logIn(10_000, new Customer(10_000).password());
        assertEquals(502, refused.statusCode());
        assertTrue(refused.body().contains("user 10000 is not served; users are 0 to 9999"), refused.body());
    }

    @Test
    void givesASafeCookie() throws Exception {
        HttpResponse<String> response = new Browser(bank.address).logIn(CUSTOMER.id(), CUSTOMER.password());
        String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(cookie.matches("JSESSIONID=[0-9A-F]{32}; Path=/; Secure; HttpOnly; SameSite=Strict"), cookie);
    }

    @Test
    void beginsAnotherSessionAtEachLogin() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        String first = sessionOf(browser);
        browser.logIn(CUSTOMER.id(), CUSTOMER.password());
        assertNotEquals(first, sessionOf(browser));
        browser.cookies.getCookieStore().removeAll();
        assertEquals(302, browser.get("/bank/profile", "Cookie", "JSESSIONID=" + first).statusCode());
    }

    @Test
    void takesNoSessionIdThatItDidNotGive() throws Exception {
        Browser browser = new Browser(bank.address);
        String planted = "0123456789ABCDEF0123456789ABCDEF";
        assertEquals(302, browser.get("/bank/profile", "Cookie", "JSESSIONID=" + planted).statusCode());
        assertEquals(404, browser.get("/bank/profile;jsessionid=" + planted).statusCode());
    }

    @Test
    void endsTheSessionAtTheLogout() throws Exception {
        Browser browser = Browser.loggedIn(bank.address, CUSTOMER);
        String session = sessionOf(browser);
        HttpResponse<String> goodBye = browser.get(Page.LOGOUT.path());
        assertEquals(200, goodBye.statusCode());
        assertTrue(goodBye.body().contains(CUSTOMER.checkingAccount()));
        assertEquals(302, browser.get("/bank/profile", "Cookie", "JSESSIONID=" + session).statusCode());
        assertEquals(302, browser.get("/bank/profile").statusCode());
    }

    @Test
    void doesNotTellWhatItRunsOn() throws Exception {
        HttpResponse<String> response = new Browser(bank.address).get("/nothing");
        assertEquals(404, response.statusCode());
        assertFalse(response.headers().firstValue("Server").isPresent());
        assertFalse(response.body().contains("Tomcat"));
    }

    private static String sessionOf(Browser browser) {
        return browser.cookies.getCookieStore().getCookies().get(0).getValue();
    }
}
