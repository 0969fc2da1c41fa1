package org.eejs.report;

import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.cyclonedx.Version;
import org.cyclonedx.exception.GeneratorException;
import org.cyclonedx.generators.BomGeneratorFactory;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.model.Metadata;
import org.cyclonedx.model.Property;
import org.cyclonedx.model.component.crypto.AlgorithmProperties;
import org.cyclonedx.model.component.crypto.CipherSuite;
import org.cyclonedx.model.component.crypto.CryptoProperties;
import org.cyclonedx.model.component.crypto.ProtocolProperties;
import org.cyclonedx.model.component.crypto.RelatedCryptoMaterialProperties;
import org.cyclonedx.model.component.crypto.enums.AssetType;
import org.cyclonedx.model.component.crypto.enums.Primitive;
import org.cyclonedx.model.component.crypto.enums.ProtocolType;
import org.cyclonedx.model.component.crypto.enums.RelatedCryptoMaterialType;
import org.cyclonedx.model.metadata.ToolInformation;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.Asset;
import org.eejs.result.Diagnosis.Quantum;
import org.eejs.result.Result;
import org.eejs.terminal.Printable;

/** The inventory of the doctor as a cryptographic bill of materials in CycloneDX 1.6. Immutable. */
public final class CbomFile {
    /** The parameter sets of ML-KEM and ML-DSA with their categories of security by NIST. */
    private static final Map<String, Integer> LEVELS = Map.of("KEM512", 1, "KEM768", 3, "KEM1024", 5, "DSA44", 2,
            "DSA65", 3, "DSA87", 5);
    /** The beginnings of algorithms’ names with their primitives; the first that matches decides. */
    private static final List<Map.Entry<String, Primitive>> PRIMITIVES = List.of(
            Map.entry("AES-GCM|ChaCha20", Primitive.AE),
            Map.entry("AES", Primitive.BLOCK_CIPHER),
            Map.entry("HMAC", Primitive.MAC),
            Map.entry("SHA|MD5", Primitive.HASH),
            Map.entry("HKDF|PBKDF2|PBE|TLS 1.2 PRF|Argon2|bcrypt|scrypt", Primitive.KDF),
            Map.entry("DSA|ECDSA|EdDSA|Ed25519|Ed448|ML-DSA|SLH-DSA", Primitive.SIGNATURE),
            Map.entry("ML-?KEM", Primitive.KEM),
            Map.entry(".+ML-?KEM", Primitive.COMBINER),
            Map.entry("DH|ECDH|[xX]25519|[xX]448|secp|ffdhe|key agreement", Primitive.KEY_AGREE),
            Map.entry("DRBG|NativePRNG", Primitive.DRBG));

    private CbomFile() {}

    /** Returns the text of the file for a result of the doctor. */
    public static String of(Result result) {
        Diagnosis diagnosis = result.diagnosis();
        Bom bom = new Bom();
        bom.setSerialNumber("urn:uuid:" + UUID.randomUUID());
        bom.setMetadata(metadata(result, diagnosis.target()));
        bom.setComponents(diagnosis.inventory().stream().map(CbomFile::component).toList());
        try {
            return Printable.text(BomGeneratorFactory.createJson(Version.VERSION_16, bom).toJsonString() + '\n');
        } catch (GeneratorException e) {
            throw new IllegalStateException("writing the inventory as JSON failed", e);
        }
    }

    private static Metadata metadata(Result result, Diagnosis.Target target) {
        Component doctor = new Component();
        doctor.setType(Component.Type.APPLICATION);
        doctor.setName("EEJS doctor");
        doctor.setVersion(result.version());
        ToolInformation tool = new ToolInformation();
        tool.setComponents(List.of(doctor));
        Component service = new Component();
        service.setType(Component.Type.APPLICATION);
        service.setName(Stream.of(target.command(), target.recording()).filter(name -> name != null).findFirst()
                .orElse("process " + target.pid()));
        Metadata metadata = new Metadata();
        metadata.setTimestamp(Date.from(Instant.parse(result.startedAt())));
        metadata.setToolChoice(tool);
        metadata.setComponent(service);
        return metadata;
    }

    private static Component component(Asset asset) {
        Component component = new Component();
        component.setType(Component.Type.CRYPTOGRAPHIC_ASSET);
        component.setBomRef("%s/%s%s".formatted(asset.kind().id(), asset.name(), asset.provider() == null ? ""
                : "/" + asset.provider()));
        component.setName(asset.name());
        component.setCryptoProperties(switch (asset.kind()) {
            case PROTOCOL -> protocol(asset.name());
            case KEY -> key(asset.name());
            case GROUP, ALGORITHM -> algorithm(asset);
        });
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("provider", asset.provider());
        properties.put("seen", asset.seen());
        properties.put("quantum", asset.quantum().id());
        properties.put("cpuShare", asset.share() == null ? null : String.format(Locale.ROOT, "%.4f",
                asset.share()));
        properties.put("replacingCosts", asset.replacing());
        component.setProperties(properties.entrySet().stream().filter(each -> each.getValue() != null).map(each -> {
            Property property = new Property();
            property.setName("eejs:" + each.getKey());
            property.setValue(each.getValue());
            return property;
        }).toList());
        return component;
    }

    private static CryptoProperties protocol(String name) {
        String[] words = name.split(" ", 2);
        CipherSuite suite = new CipherSuite();
        suite.setName(words[1]);
        ProtocolProperties protocol = new ProtocolProperties();
        protocol.setType(ProtocolType.TLS);
        protocol.setVersion(words[0].replace("TLSv", ""));
        protocol.setCipherSuites(List.of(suite));
        CryptoProperties properties = new CryptoProperties();
        properties.setAssetType(AssetType.PROTOCOL);
        properties.setProtocolProperties(protocol);
        return properties;
    }

    private static CryptoProperties key(String name) {
        RelatedCryptoMaterialProperties key = new RelatedCryptoMaterialProperties();
        key.setType(RelatedCryptoMaterialType.PUBLIC_KEY);
        String bits = name.substring(name.lastIndexOf('-') + 1);
        if (bits.matches("\\d{3,5}")) {
            key.setSize(Integer.valueOf(bits));
        }
        CryptoProperties properties = new CryptoProperties();
        properties.setAssetType(AssetType.RELATED_CRYPTO_MATERIAL);
        properties.setRelatedCryptoMaterialProperties(key);
        return properties;
    }

    private static CryptoProperties algorithm(Asset asset) {
        AlgorithmProperties algorithm = new AlgorithmProperties();
        algorithm.setPrimitive(PRIMITIVES.stream().filter(each -> asset.name().matches("(" + each.getKey() + ").*"))
                .map(Map.Entry::getValue).findFirst().orElse(Primitive.UNKNOWN));
        level(asset).ifPresent(algorithm::setNistQuantumSecurityLevel);
        CryptoProperties properties = new CryptoProperties();
        properties.setAssetType(AssetType.ALGORITHM);
        properties.setAlgorithmProperties(algorithm);
        return properties;
    }

    /** Returns NIST’s category of security, or 0 for none; empty if the name does not show it. */
    private static Optional<Integer> level(Asset asset) {
        String name = asset.name().toUpperCase(Locale.ROOT).replace("-", "");
        return asset.quantum() == Quantum.VULNERABLE ? Optional.of(0)
                : LEVELS.entrySet().stream().filter(each -> name.endsWith("ML" + each.getKey()))
                        .map(Map.Entry::getValue).findFirst();
    }
}
