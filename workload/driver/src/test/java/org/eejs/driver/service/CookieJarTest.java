package org.eejs.driver.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.eejs.service.ServiceScript.Origin;
import org.junit.jupiter.api.Test;

/** What RFC 6265 says of cookies that come from one host and go to others. */
class CookieJarTest {
    private static final Origin WWW = new Origin(true, "www.bank.example", 443, "127.0.0.1");
    private static final Origin API = new Origin(true, "api.bank.example", 8_443, "127.0.0.1");
    private static final Origin PLAIN = new Origin(false, "www.bank.example", 80, "127.0.0.1");

    private final CookieJar jar = new CookieJar();

    private void set(String... cookies) {
        jar.keep(WWW, "/app/login?next=/x/y", List.of(cookies));
    }

    @Test
    void aCookieOfAHostStaysThereAndOneOfADomainDoesNot() {
        set("a=1; Path=/", "b=2; Path=/; Domain=.Bank.example", "c=3; Domain=other.example", "d=4; Domain=example.org");
        assertEquals("a=1; b=2", jar.header(WWW, "/"));
        assertEquals("b=2", jar.header(API, "/"));
    }

    @Test
    void aPathHoldsForWhatIsBelow() {
        set("a=1", "b=2; Path=/app/login", "c=3; Path=/");
        assertEquals("b=2; a=1; c=3", jar.header(WWW, "/app/login/now"));
        assertEquals("a=1; c=3", jar.header(WWW, "/app/loginx?/app/login"));
        assertEquals("c=3", jar.header(WWW, "/application"));
    }

    @Test
    void cookiesAreReplacedAndEnd() {
        set("a=1", "b=2; Max-Age=3600", "c=3; Expires=Wed, 09 Jun 2021 10:18:14 GMT");
        set("a=4; HttpOnly", "b=; Max-Age=0");
        assertEquals("a=4", jar.header(WWW, "/app/home"));
    }

    @Test
    void aSecureCookieNeedsTls() {
        set("a=1; Secure");
        assertNull(jar.header(PLAIN, "/app/home"));
        assertEquals("a=1", jar.header(WWW, "/app/home"));
    }
}
