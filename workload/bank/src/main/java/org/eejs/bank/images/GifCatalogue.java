package org.eejs.bank.images;

import java.util.HashMap;
import java.util.Map;
import org.eejs.banking.CheckImage;
import org.eejs.banking.StaticImage;

/** All pictures of the bank, drawn when it starts. Immutable; callers must not change the bytes. */
public final class GifCatalogue {
    private final Map<String, byte[]> staticImages = new HashMap<>();
    private final Map<String, byte[]> checks = new HashMap<>();

    public GifCatalogue() {
        for (StaticImage image : StaticImage.all()) {
            staticImages.put(image.path(), GifDrawing.draw(image.bytes(), image.id()));
        }
        for (int number = 0; number < CheckImage.COUNT; number++) {
            checks.put("CIF00000" + number, GifDrawing.draw(new CheckImage(true, number).bytes(), number));
            checks.put("CIB00000" + number, GifDrawing.draw(new CheckImage(false, number).bytes(), number + 3));
        }
    }

    Map<String, byte[]> staticImages() {
        return staticImages;
    }

    /**
     * Returns the picture of a check, or null if there is none.
     *
     * @param file the file that the back end names, for example {@code /checks/user0000000058/CIF000003}
     */
    public byte[] check(String file) {
        return checks.get(file.substring(file.lastIndexOf('/') + 1));
    }
}
