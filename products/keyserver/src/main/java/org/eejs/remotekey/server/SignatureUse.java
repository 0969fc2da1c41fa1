package org.eejs.remotekey.server;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import java.util.function.Consumer;
import org.eejs.remotekey.audit.AuditEntry;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.policy.Policy.Grant;
import org.eejs.remotekey.policy.Policy.Grants;
import org.eejs.remotekey.protocol.Refusal;
import org.eejs.remotekey.protocol.SignRequest;
import org.eejs.remotekey.protocol.SignRequest.MessageCase;
import org.eejs.remotekey.protocol.SignResult;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.eejs.remotekey.signature.SignatureScheme;

/** A signature that a call requests, from its judgement to its answer. */
final class SignatureUse implements Runnable, AuditLog.Answer {
    static final Status BUSY = Status.RESOURCE_EXHAUSTED.withDescription("busy");
    static final Status FAULT = Status.INTERNAL.withDescription("the key server failed; its log has the reason");
    /** The same for missing keys and for keys that are not granted, so that clients do not learn which keys exist. */
    private static final Status NOT_GRANTED = Status.PERMISSION_DENIED.withDescription("the key is not granted");
    private static final Status OTHER_KEY = Status.FAILED_PRECONDITION.withDescription(
            "the key of this name is another one here than the request means");
    private static final Status NO_PUBLIC_KEY = Status.INVALID_ARGUMENT.withDescription("the request does not identify "
            + "its key by the SHA-256 of its public key; a client of this server's version does");
    /** The client then asks another server. */
    private static final Status NO_LINE = Status.UNAVAILABLE.withDescription("the audit log is not writable");

    private final String id;
    private final SignatureQueue queue;
    private final KeysCall<?, ?> from;
    private final Consumer<SignResult> answer;
    private ServedKey key;
    private SignatureScheme scheme;
    private boolean digested;
    private byte[] input;
    private byte[] signature;

    /**
     * A signature that is not judged yet.
     *
     * @param answer receives the result, once
     */
    SignatureUse(SignatureQueue queue, KeysCall<?, ?> from, String id, Consumer<SignResult> answer) {
        this.queue = queue;
        this.from = from;
        this.id = id;
        this.answer = answer;
    }

    /** Logs the refusal and answers with it. */
    private void deny(String name, SignatureAlgorithm algorithm, Status status) {
        from.log(id, name, algorithm, status);
        fail(status);
    }

    /** Answers that it failed, which is logged already. */
    private void fail(Status status) {
        end(SignResult.newBuilder().setCode(status.getCode().value()).setDescription(status.getDescription())
                .setReason(status == OTHER_KEY ? Refusal.Reason.OTHER_PUBLIC_KEY
                        : Refusal.Reason.REASON_UNSPECIFIED));
    }

    private void end(SignResult.Builder result) {
        answer.accept(result.setRequestId(id).build());
    }

    void begin(SignRequest message, Grants grants) {
        Grant grant = grants == null ? null : grants.byKey().get(message.getKey());
        Status wrong = grant == null ? NOT_GRANTED : wrong(message, grant);
        if (wrong != null) {
            deny(message.getKey(), message.getAlgorithm(), wrong);
            return;
        }
        key = grant.key();
        scheme = SignatureScheme.of(message.getAlgorithm());
        digested = message.getMessageCase() == MessageCase.DIGEST;
        input = (digested ? message.getDigest() : message.getData()).toByteArray();
        if (!queue.add(from.caller.share(), key.blocking(), this)) {
            deny(key.name(), message.getAlgorithm(), BUSY);
        }
    }

    private Status wrong(SignRequest message, Grant grant) {
        if (!message.getPublicKey().equals(grant.key().publicKeyHash())) {
            return message.getPublicKey().isEmpty() ? NO_PUBLIC_KEY : OTHER_KEY;
        }
        SignatureScheme asked = SignatureScheme.of(message.getAlgorithm());
        if (asked == null) {
            return Status.INVALID_ARGUMENT.withDescription("the request names no algorithm that this server knows");
        }
        if (!grant.key().fits(asked)) {
            return Status.INVALID_ARGUMENT.withDescription("%s does not fit the key, which is %s".formatted(asked,
                    grant.key().kind()));
        }
        if (!grant.schemes().contains(asked)) {
            return Status.PERMISSION_DENIED.withDescription("%s is not granted for this key".formatted(asked));
        }
        return switch (message.getMessageCase()) {
            case DIGEST -> message.getDigest().size() == asked.digest().length() ? null
                    : Status.INVALID_ARGUMENT.withDescription("a digest for %s has %d bytes, not %d".formatted(
                            asked, asked.digest().length(), message.getDigest().size()));
            case DATA -> null;
            case MESSAGE_NOT_SET -> Status.INVALID_ARGUMENT.withDescription(
                    "the request has neither digest nor data");
        };
    }

    /** Signs and answers, on the thread for its key. Must not throw. */
    @Override
    public void run() {
        // The client no longer waits for it, so others come first.
        if (from.call.isCancelled()) {
            endWithout("CANCELLED");
            return;
        }
        try {
            signature = key.sign(scheme, digested, input);
        } catch (Throwable e) {
            // Errors of native libraries, too: no caller could handle them better, and others wait.
            from.fault(key.name(), e);
            endWithout("FAULT");
            fail(FAULT);
            return;
        }
        queue.log().signed(use("SIGNED"), this);
    }

    private void endWithout(String outcome) {
        queue.log().used(use(outcome));
        queue.leave(from.caller.share());
    }

    private AuditEntry use(String outcome) {
        // The client's certificate identifies it sufficiently.
        return from.entry(id, null, key.name(), scheme.name(), digested ? input : scheme.digest().of(input),
                outcome, null);
    }

    @Override
    public void send() {
        try {
            end(SignResult.newBuilder().setSignature(UnsafeByteOperations.unsafeWrap(signature))
                    .setPublicKey(key.publicKeyHash()));
        } catch (RuntimeException | Error e) {
            from.fault(key.name(), e);
        } finally {
            queue.leave(from.caller.share());
        }
    }

    @Override
    public void refuse() {
        try {
            fail(NO_LINE);
        } catch (RuntimeException e) {
            from.fault(key.name(), e);
        } finally {
            queue.leave(from.caller.share());
        }
    }
}
