package org.eejs.remotekey.policy;

import java.nio.file.Path;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.pki.files.YamlFile;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.protocol.Key;
import org.eejs.remotekey.protocol.ListKeysResponse;
import org.eejs.remotekey.signature.SignatureScheme;

/** The permissions of clients for keys: the policy's file, prepared for queries. Immutable, thread-safe. */
public final class Policy {
    private final Map<ClientIdentity, Grants> clients;
    private final Revocations revocations;

    /** The content of the policy's file. */
    private record Form(List<Client> clients) {}

    /** A client by its certificate, and its permissions. */
    record Client(String subject, String issuer, String serial, String certificateSha256, String keySha256,
            Map<String, List<SignatureScheme>> keys) {}

    /** A key as one client may use it. */
    public record Grant(ServedKey key, Set<SignatureScheme> schemes) {}

    /** All keys that one client may use, and the answer that lists them. */
    public record Grants(Map<String, Grant> byKey, ListKeysResponse list) {}

    /**
     * The policy's decision on a client.
     *
     * @param refusal the reason why its certificate is not accepted; null if it is
     * @param grants null if the policy does not know the client
     */
    public record Decision(Policy of, Revocations.Refusal refusal, Grants grants) {}

    private Policy(Map<ClientIdentity, Grants> clients, Revocations revocations) {
        this.clients = clients;
        this.revocations = revocations;
    }

    /**
     * Reads a policy.
     *
     * @param keys that the server has, by name; others are refused, and algorithms that do not fit them
     * @param revocations which are in force with it
     * @throws FaultyFileException with a line that names file, line and key
     */
    public static Policy read(Path path, Map<String, ServedKey> keys, Revocations revocations)
            throws FaultyFileException {
        YamlFile<Form> file = YamlFile.read(path, "the policy", Form.class);
        file.require("/clients");
        Map<ClientIdentity, Grants> clients = new LinkedHashMap<>();
        for (int i = 0; i < file.value().clients().size(); i++) {
            String at = "/clients/" + i;
            file.require(at, at + "/keys");
            Client client = file.value().clients().get(i);
            ClientIdentity identity = ClientIdentity.read(file, at, client);
            if (clients.put(identity, grants(file, at + "/keys", client.keys(), keys)) != null) {
                throw file.fault(at,
                        "the client is listed a second time; put all its keys in one place");
            }
        }
        return new Policy(clients, revocations);
    }

    private static Grants grants(YamlFile<?> file, String at, Map<String, List<SignatureScheme>> granted,
            Map<String, ServedKey> keys) throws FaultyFileException {
        Map<String, Grant> byKey = new LinkedHashMap<>();
        for (Map.Entry<String, List<SignatureScheme>> entry : granted.entrySet()) {
            String pointer = YamlFile.below(at, entry.getKey());
            ServedKey key = keys.get(entry.getKey());
            if (key == null) {
                throw file.fault(pointer, "the server has no such key; it has "
                        + String.join(", ", new TreeSet<>(keys.keySet())));
            }
            file.require(pointer);
            Set<SignatureScheme> schemes = EnumSet.noneOf(SignatureScheme.class);
            for (int i = 0; i < entry.getValue().size(); i++) {
                file.require(pointer + "/" + i);
                SignatureScheme scheme = entry.getValue().get(i);
                if (!key.fits(scheme)) {
                    throw file.fault(pointer + "/" + i, "%s does not fit the key, which is %s; %s do".formatted(scheme,
                            key.kind(), Arrays.stream(SignatureScheme.values()).filter(key::fits).toList()));
                }
                schemes.add(scheme);
            }
            byKey.put(key.name(), new Grant(key, schemes));
        }
        return grants(byKey);
    }

    public Revocations revocations() {
        return revocations;
    }

    /** Returns the decision on a client. If several entries fit, it may do what each of them grants. */
    Decision decide(Caller client, Certificate... chain) {
        Revocations.Refusal refusal = revocations.refusal(chain);
        Grants grants = clients.entrySet().stream().filter(entry -> entry.getKey().fits(client))
                .map(Map.Entry::getValue).reduce(Policy::both).orElse(null);
        return new Decision(this, refusal, refusal == null ? grants : null);
    }

    private static Grants both(Grants one, Grants other) {
        Map<String, Grant> byKey = new LinkedHashMap<>(one.byKey());
        other.byKey().forEach((name, grant) -> byKey.merge(name, grant, (a, b) -> {
            Set<SignatureScheme> schemes = EnumSet.copyOf(a.schemes());
            schemes.addAll(b.schemes());
            return new Grant(a.key(), schemes);
        }));
        return grants(byKey);
    }

    private static Grants grants(Map<String, Grant> byKey) {
        ListKeysResponse.Builder list = ListKeysResponse.newBuilder();
        byKey.values().forEach(grant -> list.addKeys(Key.newBuilder().setName(grant.key().name())
                .addAllCertificateChain(grant.key().chain())
                .addAllGranted(grant.schemes().stream().map(SignatureScheme::algorithm).toList())));
        return new Grants(byKey, list.build());
    }
}
