package org.eejs.driver.script;

import java.util.Map;
import org.eejs.banking.StaticImage;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;

/** A check that the bank's answer is a static image. */
record ImageCheck(StaticImage image) implements AnswerCheck {
    @Override
    public Failing failing(ScriptAnswer answer, Map<String, String> values) {
        FailureReason wrong = answer.status() != Response.OK ? FailureReason.WRONG_STATUS
                : answer.response().bodyBytes() != image.bytes() ? FailureReason.WRONG_IMAGE_LENGTH : null;
        return wrong == null ? null : new Failing(wrong, null, image.path());
    }
}
