package org.eejs.bank.pages;

import org.eejs.bank.backend.BackEndException;
import org.eejs.bank.images.GifCatalogue;
import org.eejs.banking.BackEndCommand;
import org.eejs.banking.CheckImage;

/** Serves the picture of a check's front. */
final class CheckImageFrontPage implements PageHandler {
    private static final int FILE = 1;

    private final GifCatalogue gifs;

    CheckImageFrontPage(GifCatalogue gifs) {
        this.gifs = gifs;
    }

    @Override
    public Answer answer(Visit visit) throws BackEndException {
        long check = visit.number("check", 0, CheckImage.COUNT - 1);
        String file = visit.ask(BackEndCommand.CHECK, check).get(0).get(FILE);
        return new Answer.Picture(gifs.check(file));
    }
}
