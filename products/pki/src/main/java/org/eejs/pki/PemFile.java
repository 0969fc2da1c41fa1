package org.eejs.pki;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.eejs.pki.files.FaultyFileException;

/**
 * The certificates, revocation lists and keys of a file in PEM (RFC 7468), which may also have a byte order mark and
 * text between its blocks. Certificates and lists may also be in DER. Blocks that often are in the same file are
 * skipped, such as the private key with its certificate. Any other block ends in an error that names it. Immutable.
 */
public final class PemFile {
    private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Za-z0-9 #]{1,40})-----");
    private static final Set<String> CERTIFICATE = Set.of("CERTIFICATE", "X509 CERTIFICATE");
    /** Certificates, and PKCS #7 without signatures, the form in which authorities distribute chains. */
    private static final Set<String> CHAINS = Set.of("CERTIFICATE", "X509 CERTIFICATE", "PKCS7", "CMS");
    private static final Set<String> KEY = Set.of("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY");

    private final String name;
    private final byte[] content;
    private final List<Block> blocks = new ArrayList<>();

    /** A block of the file, with the number of its first line. */
    private record Block(String type, int line, String text) {
        /** Returns whether the block is a key, or the parameters of one. */
        boolean isOfKey() {
            return type.endsWith("PRIVATE KEY") || type.endsWith("PARAMETERS") || type.equals("PUBLIC KEY");
        }
    }

    private PemFile(byte[] content, String name) throws FaultyFileException {
        this.name = name;
        this.content = content;
        List<String> lines = new String(content, charset(content)).lines().map(String::strip).toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).startsWith("\uFEFF") ? lines.get(i).substring(1) : lines.get(i);
            if (line.startsWith("-----BEGIN ")) {
                Matcher begin = BEGIN.matcher(line);
                int end = begin.matches() ? lines.subList(i, lines.size()).indexOf("-----END " + begin.group(1)
                        + "-----") : -1;
                if (end < 0) {
                    throw new FaultyFileException("%s, line %d: the block that begins here has no end".formatted(name,
                            i + 1));
                }
                blocks.add(new Block(begin.group(1), i + 1, line + "\n" + String.join("\n",
                        lines.subList(i + 1, i + end + 1)) + "\n"));
                i += end;
            }
        }
    }

    /** Returns the charset: editors of Windows write UTF-16, always with a mark. */
    private static Charset charset(byte[] content) {
        boolean marked = content.length > 1 && (content[0] == (byte) 0xff && content[1] == (byte) 0xfe
                || content[0] == (byte) 0xfe && content[1] == (byte) 0xff);
        return marked ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    /**
     * Reads the certificates of a file, one or more.
     *
     * @throws FaultyFileException with a line that names the file, and the wrong block
     */
    public static List<X509Certificate> certificates(Path file) throws IOException {
        return certificates(Files.readAllBytes(file), file.toString());
    }

    /** Reads the certificates of a text. */
    public static List<X509Certificate> certificates(String text) throws FaultyFileException {
        return certificates(text.getBytes(StandardCharsets.UTF_8), "the text");
    }

    private static List<X509Certificate> certificates(byte[] content, String name) throws FaultyFileException {
        PemFile pem = new PemFile(content, name);
        return pem.all("certificates", CHAINS, Set.of(), pem::certificates);
    }

    /** A reader of the content of a block. */
    private interface Reader<T> {
        List<T> read(Block block) throws FaultyFileException;
    }

    private <T> List<T> all(String what, Set<String> types, Set<String> skipped, Reader<T> reader)
            throws FaultyFileException {
        List<T> found = new ArrayList<>();
        for (Block block : blocks) {
            if (types.contains(block.type)) {
                found.addAll(reader.read(block));
            } else if (!block.isOfKey() && !skipped.contains(block.type)) {
                throw inTheWay(block, what);
            }
        }
        if (blocks.isEmpty() && isDer(content)) {
            found.addAll(reader.read(new Block("DER", 1, null)));
        }
        if (found.isEmpty()) {
            throw new FaultyFileException(holdsNo(what));
        }
        return List.copyOf(found);
    }

    private List<X509Certificate> certificates(Block block) throws FaultyFileException {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            ByteArrayInputStream in = new ByteArrayInputStream(bytes(block));
            Collection<?> read = CERTIFICATE.contains(block.type) ? List.of(factory.generateCertificate(in))
                    : factory.generateCertificates(in);
            if (in.available() > 0) {
                throw new CertificateException("more follows within the block");
            }
            return read.stream().map(X509Certificate.class::cast).toList();
        } catch (CertificateException e) {
            throw unreadable(block, e);
        }
    }

    /** Reads the revocation lists of a file, one or more. */
    public static List<X509CRL> lists(Path file) throws IOException {
        PemFile pem = new PemFile(Files.readAllBytes(file), file.toString());
        return pem.all("CRLs", Set.of("X509 CRL"), CERTIFICATE, pem::lists);
    }

    private List<X509CRL> lists(Block block) throws FaultyFileException {
        try {
            return CertificateFactory.getInstance("X.509").generateCRLs(new ByteArrayInputStream(bytes(block))).stream()
                    .map(X509CRL.class::cast).toList();
        } catch (CertificateException | CRLException e) {
            throw unreadable(block, e);
        }
    }

    /** Reads the one private key of a file, which is not encrypted: PKCS #8, or RSA or EC as OpenSSL writes them. */
    public static PrivateKey privateKey(Path file) throws IOException {
        PemFile pem = new PemFile(Files.readAllBytes(file), file.toString());
        List<Block> keys = pem.blocks.stream().filter(block -> block.type.endsWith("PRIVATE KEY")).toList();
        if (keys.isEmpty()) {
            throw new FaultyFileException(pem.holdsNo("private key"));
        }
        if (keys.size() > 1) {
            throw new FaultyFileException("%s, line %d: a second private key; leave one in the file".formatted(file,
                    keys.get(1).line));
        }
        return pem.privateKey(keys.get(0));
    }

    /** Returns a private key as PEM in PKCS #8. */
    public static byte[] pem(PrivateKey key) throws IOException {
        return Identity.pem(List.of(new JcaPKCS8Generator(key, null)));
    }

    private PrivateKey privateKey(Block block) throws FaultyFileException {
        if (!KEY.contains(block.type) || block.text.contains("Proc-Type")) {
            throw new FaultyFileException(("%s, line %d: the block '%s' is not a key in PKCS #8 without password; "
                    + "convert it by: openssl pkcs8 -topk8 -nodes").formatted(name, block.line, block.type));
        }
        try (PEMParser parser = new PEMParser(new StringReader(block.text))) {
            Object read = parser.readObject();
            return new JcaPEMKeyConverter().getPrivateKey(read instanceof PEMKeyPair pair ? pair.getPrivateKeyInfo()
                    : (PrivateKeyInfo) read);
        } catch (IOException | RuntimeException e) {
            // Without its cause, which may quote the key.
            throw new FaultyFileException("%s, line %d: the block '%s' is unreadable".formatted(name, block.line,
                    block.type));
        }
    }

    private byte[] bytes(Block block) throws FaultyFileException {
        if (block.text == null) {
            return content;
        }
        try (PemReader reader = new PemReader(new StringReader(block.text))) {
            PemObject read = reader.readPemObject();
            if (!read.getHeaders().isEmpty()) {
                throw inTheWay(block, "blocks without headers");
            }
            return read.getContent();
        } catch (IOException | RuntimeException e) {
            throw unreadable(block, e);
        }
    }

    private static boolean isDer(byte[] content) {
        return content.length > 0 && content[0] == 0x30;
    }

    private String holdsNo(String what) {
        return "%s holds no %s in PEM%s".formatted(name, what, what.equals("private key") ? "" : " or DER");
    }

    private FaultyFileException inTheWay(Block block, String wanted) {
        return new FaultyFileException("%s, line %d: the block '%s' is not allowed; %s are expected%s".formatted(name,
                block.line, block.type, wanted, block.type.equals("TRUSTED CERTIFICATE")
                        ? ": openssl x509 -in FILE -out NEW removes its trust settings" : "; remove it"));
    }

    private FaultyFileException unreadable(Block block, Exception e) {
        return e instanceof FaultyFileException faulty ? faulty : new FaultyFileException(
                "%s, line %d: the block '%s' is unreadable: %s".formatted(name, block.line, block.type,
                        String.valueOf(e.getMessage()).lines().findFirst().orElse("")), e);
    }
}
