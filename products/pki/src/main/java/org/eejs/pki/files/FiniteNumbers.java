package org.eejs.pki.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.JsonTokenId;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.util.regex.Pattern;

/** A parser that reads infinity and NaN of YAML as text, because JSON has neither. Not thread-safe. */
final class FiniteNumbers extends JsonParserDelegate {
    private static final Pattern OTHER = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");

    private boolean isText;

    FiniteNumbers(JsonParser parser) {
        super(parser);
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        isText = token == JsonToken.VALUE_NUMBER_FLOAT && OTHER.matcher(getText()).matches();
        return currentToken();
    }

    @Override
    public JsonToken currentToken() {
        return isText ? JsonToken.VALUE_STRING : super.currentToken();
    }

    @Override
    public int currentTokenId() {
        return isText ? JsonTokenId.ID_STRING : super.currentTokenId();
    }
}
