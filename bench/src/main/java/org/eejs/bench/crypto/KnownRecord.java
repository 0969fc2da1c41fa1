package org.eejs.bench.crypto;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A published example of a cipher.
 *
 * @param source where it was published
 * @param key of the example, which is no secret
 * @param iv initialisation vector or nonce
 * @param aad the additional data; empty for none
 * @param text what is encrypted
 * @param sealed what comes, with the tag behind it
 */
record KnownRecord(String source, byte[] key, byte[] iv, byte[] aad, byte[] text, byte[] sealed) {
    private static final String GCM = "the GCM specification's test case ";
    private static final String GCM_KEY = "feffe9928665731c6d6a8f9467308308";
    private static final String GCM_IV = "cafebabefacedbaddecaf888";
    private static final String GCM_AAD = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
    private static final String GCM_TEXT = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
            + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
    private static final String CBC = "NIST SP 800-38A, ";
    private static final String CBC_IV = "000102030405060708090a0b0c0d0e0f";
    private static final String CBC_TEXT = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
            + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

    /** The example for a cipher. */
    static KnownRecord of(CipherKind kind) {
        return switch (kind) {
            case AES_128_GCM -> hex(GCM + 4, GCM_KEY, GCM_IV, GCM_AAD, GCM_TEXT,
                    "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                            + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
                            + "5bc94fbc3221a5db94fae95ae7121a47");
            case AES_256_GCM -> hex(GCM + 16, GCM_KEY + GCM_KEY, GCM_IV, GCM_AAD, GCM_TEXT,
                    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                            + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                            + "76fc6ece0f4e1768cddf8853bb2d551b");
            case AES_128_CBC -> hex(CBC + "F.2.1", "2b7e151628aed2a6abf7158809cf4f3c", CBC_IV, "", CBC_TEXT,
                    "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
                            + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7");
            case AES_256_CBC -> hex(CBC + "F.2.5", "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
                    CBC_IV, "", CBC_TEXT,
                    "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
                            + "39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b");
            case CHACHA20_POLY1305 -> hex("RFC 8439, 2.8.2",
                    "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f", "070000004041424344454647",
                    "50515253c0c1c2c3c4c5c6c7", HexFormat.of().formatHex(("Ladies and Gentlemen of the class of '99: "
                            + "If I could offer you only one tip for the future, sunscreen would be it.")
                                    .getBytes(StandardCharsets.US_ASCII)),
                    "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                            + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                            + "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                            + "3ff4def08e4b7a9de576d26586cec64b6116"
                            + "1ae10b594f09e26a7e902ecbd0600691");
        };
    }

    private static KnownRecord hex(String source, String key, String iv, String aad, String text, String sealed) {
        HexFormat format = HexFormat.of();
        return new KnownRecord(source, format.parseHex(key), format.parseHex(iv), format.parseHex(aad),
                format.parseHex(text), format.parseHex(sealed));
    }
}
