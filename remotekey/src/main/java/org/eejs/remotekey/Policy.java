package org.eejs.remotekey;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.security.auth.x500.X500Principal;
import org.eejs.remotekey.protocol.Key;
import org.eejs.remotekey.protocol.ListKeysResponse;

/** Who may do what with which key: the policy's file made ready to be asked. Immutable, thread-safe. */
final class Policy {
    private final Map<X500Principal, Grants> clients;

    /** What the policy's file says. */
    private record Form(List<Client> clients) {}

    /** A client by its certificate's subject (RFC 2253), and what it may do. */
    private record Client(String subject, Map<String, List<SignatureScheme>> keys) {}

    /** A key as one client may use it. */
    record Grant(ServedKey key, Set<SignatureScheme> schemes) {}

    /** All that one client may use, and that as the answer to its asking. */
    record Grants(Map<String, Grant> byKey, ListKeysResponse list) {}

    private Policy(Map<X500Principal, Grants> clients) {
        this.clients = clients;
    }

    /**
     * Reads a policy.
     *
     * @param keys that the server has, by name; others are refused, and algorithms that do not fit them
     * @throws FaultyFileException with a line that names file, line and key
     */
    static Policy read(Path path, Map<String, ServedKey> keys) throws FaultyFileException {
        YamlFile<Form> file = YamlFile.read(path, "the policy", Form.class);
        file.require("/clients");
        Map<X500Principal, Grants> clients = new HashMap<>();
        for (int i = 0; i < file.value().clients().size(); i++) {
            String at = "/clients/" + i;
            file.require(at, at + "/subject", at + "/keys");
            Client client = file.value().clients().get(i);
            X500Principal subject = subject(file, at + "/subject", client.subject());
            if (clients.put(subject, grants(file, at + "/keys", client.keys(), keys)) != null) {
                throw file.fault(at + "/subject",
                        "the client stands here a second time; put all its keys in one place");
            }
        }
        return new Policy(clients);
    }

    private static X500Principal subject(YamlFile<?> file, String at, String name) throws FaultyFileException {
        try {
            return new X500Principal(name);
        } catch (IllegalArgumentException e) {
            throw file.fault(at, "'%s' is no name; write it as RFC 2253 has it, such as \"CN=bank-1,O=EEJS\""
                    .formatted(name));
        }
    }

    private static Grants grants(YamlFile<?> file, String at, Map<String, List<SignatureScheme>> granted,
            Map<String, ServedKey> keys) throws FaultyFileException {
        Map<String, Grant> byKey = new LinkedHashMap<>();
        ListKeysResponse.Builder list = ListKeysResponse.newBuilder();
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
            list.addKeys(Key.newBuilder().setName(key.name()).addAllCertificateChain(key.chain())
                    .addAllGranted(schemes.stream().map(SignatureScheme::algorithm).toList()));
        }
        return new Grants(byKey, list.build());
    }

    /** What a client may use; null if the policy does not know it. */
    Grants of(X500Principal client) {
        return clients.get(client);
    }
}
