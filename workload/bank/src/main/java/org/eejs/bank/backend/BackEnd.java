package org.eejs.bank.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.BackEndReply;
import org.eejs.banking.BackEndRequest;

/** The back end as the pages see it: questions and rows. Thread-safe. */
public final class BackEnd implements AutoCloseable {
    /** Longer than any valid answer. */
    private static final int LONGEST_ANSWER = 64 * 1_024;

    private final String address;
    private final String url;
    private final BackEndClients clients;
    private final LongAdder calls = new LongAdder();

    public BackEnd(String address, BackEndPolicy policy, BackEndClients clients) {
        this.address = address;
        this.url = (policy.usesTls() ? "https" : "http") + "://" + address + BackEndRequest.PATH + "?";
        this.clients = clients;
    }

    /**
     * Asks the back end.
     *
     * @param arguments as many as the command takes
     * @return the rows of the answer
     * @throws BackEndException if there is no answer, or it reports a bad request
     */
    public List<List<String>> call(BackEndCommand command, Object... arguments) throws BackEndException {
        HttpGet request = new HttpGet(url + BackEndRequest.of(command, arguments).query());
        calls.increment();
        BackEndReply reply;
        try {
            reply = clients.execute(request, BackEnd::read);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new BackEndException("the back end at %s did not answer %s: %s"
                    .formatted(address, command, line(e)), e);
        }
        if (reply.status() != BackEndReply.OK) {
            throw new BackEndException("the back end at %s answered %s with status %d: %s".formatted(address, command,
                    reply.status(), reply.rows().isEmpty() ? "" : String.join(" ", reply.rows().get(0))), null);
        }
        if (!hasForm(command, reply.rows())) {
            throw new BackEndException("the back end at %s answered %s with rows that do not belong to it"
                    .formatted(address, command), null);
        }
        return reply.rows();
    }

    /** Returns whether an answer has at least one row, and each has the number of fields in {@link BackEndCommand}. */
    private static boolean hasForm(BackEndCommand command, List<List<String>> rows) {
        int fields = switch (command) {
            case RESET -> 0;
            case PASSWORD, PAYEES, ADD_PAYEE, PAY, CHANGE_PROFILE, ORDER_CHECKS, TRANSFER -> 1;
            case ACCOUNTS, CHECK, PAYMENTS -> 3;
            case ACCOUNT_SUMMARY -> 5;
            case PROFILE -> 6;
        };
        return fields == 0 || !rows.isEmpty() && rows.stream().allMatch(row -> row.size() == fields);
    }

    /** Returns the calls so far, including failed ones. */
    public long calls() {
        return calls.sum();
    }

    @Override
    public void close() {
        clients.close();
    }

    public static BackEndReply read(ClassicHttpResponse response) throws IOException, ParseException {
        if (response.getCode() != HttpStatus.SC_OK) {
            throw new IOException("HTTP status " + response.getCode());
        }
        return BackEndReply.parse(EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8, LONGEST_ANSWER));
    }

    private static String line(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.lines().findFirst().orElse("");
    }
}
