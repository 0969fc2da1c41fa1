package org.eejs.bank.pages;

import java.util.Arrays;
import java.util.List;
import org.eejs.bank.images.GifDrawing;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph.Transition;
import org.eejs.banking.PageGraph;
import org.eejs.banking.StaticImage;

/**
 * The frame around a page's own content.
 *
 * @param title the page's title
 * @param links the following pages that need only a click
 * @param images the static images
 */
public record PageFrame(String title, List<Link> links, List<Image> images) {
    /** The start of an HTML page; the servlet adds the end of the body and of the page. */
    public static final String START = "<!DOCTYPE html>\n<html lang=\"en\">";

    public record Link(String path, String title) {}

    /** A static image as an img element shows it; width and height in pixels. */
    public record Image(String path, int width, int height) {}

    /** Returns the frame of a page; see {@link PageGraph} for the possible next pages. */
    static PageFrame of(Page page) {
        List<Link> links = PageGraph.next(page).stream()
                .map(Transition::to)
                .filter(PageFrame::needsNoInput)
                .map(to -> new Link(to.path(), to.title()))
                .toList();
        List<Image> images = Arrays.stream(page.images())
                .mapToObj(StaticImage::byId)
                .map(image -> {
                    GifDrawing size = GifDrawing.fitting(image.bytes());
                    return new Image(image.path(), size.width(), size.height());
                })
                .toList();
        return new PageFrame(page.title(), links, images);
    }

    private static boolean needsNoInput(Page page) {
        return switch (page) {
            case CHECK_DETAIL_HTML, CHECK_IMAGE_FRONT, CHECK_IMAGE_BACK, BILL_PAY_STATUS_OUTPUT -> false;
            default -> !page.sendsForm();
        };
    }
}
