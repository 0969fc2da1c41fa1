package org.eejs.bench.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.ContentInfo;
import org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.pkcs.PKCS12PfxPdu;
import org.bouncycastle.pkcs.PKCS12SafeBag;
import org.bouncycastle.pkcs.PKCS12SafeBagFactory;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.Test;

/** Tests of the stores for benchmarks. */
class AuthorityTest {
    @Test
    void theKeyIsEncryptedWithTheRequestedIterations() throws Exception {
        Identity server = new Authority(KeyKind.EC).server();
        assertEquals(List.of(50_000), iterationsOfKeys(Authority.pkcs12(server, 50_000)));
        assertEquals(List.of(10_000), iterationsOfKeys(Authority.pkcs12(server, 10_000)));
        assertNull(System.getProperty("keystore.pkcs12.keyPbeIterationCount"));
    }

    private static List<Integer> iterationsOfKeys(byte[] store) throws Exception {
        List<Integer> found = new ArrayList<>();
        for (ContentInfo content : new PKCS12PfxPdu(store).getContentInfos()) {
            if (content.getContentType().equals(PKCSObjectIdentifiers.data)) {
                for (PKCS12SafeBag bag : new PKCS12SafeBagFactory(content).getSafeBags()) {
                    EncryptedPrivateKeyInfo key =
                            EncryptedPrivateKeyInfo.getInstance(bag.toASN1Structure().getBagValue());
                    PBES2Parameters scheme = PBES2Parameters.getInstance(key.getEncryptionAlgorithm().getParameters());
                    found.add(PBKDF2Params.getInstance(scheme.getKeyDerivationFunc().getParameters())
                            .getIterationCount().intValueExact());
                }
            }
        }
        return found;
    }
}
