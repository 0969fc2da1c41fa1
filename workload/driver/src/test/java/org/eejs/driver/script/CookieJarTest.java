package org.eejs.driver.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.banking.service.ServiceScript.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules of RFC 6265 for cookies that come from one host and go to others. */
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

    /** Each would be compared with all others. */
    @Test
    @Timeout(20)
    void aHostHasTheNewestOfManyCookies() {
        jar.keep(API, "/", List.of("other=1; Domain=bank.example"));
        for (int i = 0; i < 300_000; i += 100) {
            int from = i;
            set(IntStream.range(from, from + 100).mapToObj(each -> "c" + each + "=1; Path=/" + each % 7)
                    .toArray(String[]::new));
        }
        set("last=1; Path=/");
        assertEquals("other=1; last=1", jar.header(WWW, "/"));
        long kept = IntStream.range(0, 7).mapToObj(i -> jar.header(WWW, "/" + i).split("; "))
                .flatMap(Stream::of).filter(each -> each.startsWith("c")).count();
        assertEquals(179, kept);
    }

    @Test
    void cookiesHaveALimitedSize() {
        set("a=1; Path=/", "b=" + "x".repeat(5_000) + "; Path=/");
        assertEquals("a=1", jar.header(WWW, "/"));
        set(IntStream.range(0, 100).mapToObj(i -> "c" + i + "=" + "x".repeat(4_000) + "; Path=/")
                .toArray(String[]::new));
        String header = jar.header(WWW, "/");
        assertTrue(header.length() < 140_000 && header.contains("c99=") && !header.contains("a=1"),
                () -> "length " + header.length());
    }

    @Test
    void aSecureCookieNeedsTls() {
        set("a=1; Secure");
        assertNull(jar.header(PLAIN, "/app/home"));
        assertEquals("a=1", jar.header(WWW, "/app/home"));
    }
}
