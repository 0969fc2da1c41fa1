package org.eejs.driver.script;

import java.io.IOException;
import java.util.Map;

/** A check of an answer. */
interface AnswerCheck {
    /** Returns why the answer is wrong, or null; throws IOException with the reason if its body is not readable. */
    Failing failing(ScriptAnswer answer, Map<String, String> values) throws IOException;
}
