package org.eejs.driver.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.banking.service.WebReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptPlanTest {
    @ParameterizedTest
    @CsvSource({"true, localhost, 443, localhost", "true, [::1], 8443, [::1]:8443", "false, [::1], 80, [::1]"})
    void theHeaderHostHasThePortThatIsNotUsual(boolean tls, String host, int port, String authority) {
        assertEquals(authority, ScriptPlan.authority(new Origin(tls, host, port, "::1")));
    }

    /** The examples of RFC 3986, 5.4. */
    @ParameterizedTest
    @CsvSource({"?y, http://a/b/c/d;p?y", "../g, http://a/b/g", "/g?y, http://a/g?y", "//g, http://g",
            "g, http://a/b/c/g", "https://b:1/, https://b:1/"})
    void redirectsAreRelativeToWhatWasAsked(String location, String url) throws Exception {
        assertEquals(url, WebReference.resolved("http://a/b/c/d;p?q", location).toString());
    }
}
