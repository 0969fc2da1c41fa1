package org.eejs.driver.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.eejs.service.ServiceScript.Origin;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceScriptPlanTest {
    @ParameterizedTest
    @CsvSource({"true, localhost, 443, localhost", "true, [::1], 8443, [::1]:8443", "false, [::1], 80, [::1]"})
    void theHeaderHostHasThePortThatIsNotUsual(boolean tls, String host, int port, String authority) {
        assertEquals(authority, ServiceScriptPlan.authority(new Origin(tls, host, port, "::1")));
    }
}
