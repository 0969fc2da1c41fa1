package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.report.text.Tested;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of reports about a user's service. */
class ServiceReportTest {
    /** Words of the bank, except in names of files, classes and attributes, and in the kernel's pages. */
    private static final Pattern OF_THE_BANK = Pattern.compile("(?i)(?<![\\w.\"])(bank|back end|besim|pages?)(?![\\w.\"])");

    static Stream<Result> services() {
        return Stream.of(ServiceFixture.measured(), ServiceFixture.answersAlone(), ServiceFixture.compared(), begun());
    }

    /** Returns a comparison without a run. */
    private static Result begun() {
        Result compared = ServiceFixture.compared();
        return Result.of(compared.command(), compared.startedAt(), compared.settings(), compared.disclosure(),
                compared.procedure(), compared.configurations().stream().map(each -> new Result.Configuration(
                        each.cell(), each.settings(), null, each.disclosure())).toList(), List.of(), List.of(), null,
                null);
    }

    @ParameterizedTest
    @MethodSource("services")
    void theBankIsNotMentioned(Result result) {
        for (String text : List.of(Report.markdown(List.of(result)), Report.terminal(result),
                GoldenHtml.of(Report.html(List.of(result))).replaceAll("(?s)<script.*?</script>", ""),
                Report.html(List.of(result, result)).replaceAll("(?s)<(script|style).*?</\\1>", ""))) {
            assertEquals(List.of(), OF_THE_BANK.matcher(text).results().map(MatchResult::group).distinct().toList(), text);
        }
    }

    @Test
    void namesAreLeftAsTheyAre() {
        Tested tested = new Tested("The bank page");
        assertEquals("The bank page", tested.name());
        assertEquals("Each step cost the service", tested.words("Each page cost the bank"));
        assertEquals("pages of the bank", Tested.BANK.words("pages of the bank"));
        assertEquals("TLS handshakes with other servers", tested.words("TLS handshakes with the back end"));
    }

    @Test
    void missingCountsAreMarkedWithTheReason() {
        String alone = Report.terminal(ServiceFixture.answersAlone()).replaceAll("\\s+", " ");
        assertTrue(alone.contains("not verified at both ends, because no process of the service was named"), alone);
        assertTrue(alone.contains("EEJS did not measure a process of it"), alone);
        assertTrue(alone.contains("order/pay check failed service.yaml line 48: status 201 is expected"), alone);
        String measured = Report.terminal(ServiceFixture.measured()).replaceAll("\\s+", " ");
        assertTrue(measured.contains("the service’s JVM counted 12 more: other peers, or "
                + "handshakes that users aborted"), measured);
        assertFalse(measured.contains("not verified"), measured);
    }
}
