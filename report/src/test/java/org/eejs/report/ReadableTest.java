package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.result.Result;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In a window of 500 px no text is clipped, no word broken, and all text stands out, by day and in the dark. */
@Execution(ExecutionMode.CONCURRENT)
class ReadableTest {
    // By WCAG 2.2, 1.4.3: 4.5, and 3 for what is large.
    private static final String FRAME = """
            <!DOCTYPE html><title>frame</title><iframe src="report.html" style="width:500px;height:30000px"></iframe>
            <script>
            addEventListener('load', () => {
                const view = document.querySelector('iframe').contentWindow;
                const page = view.document;
                const faults = new Set();
                const linear = part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
                const light = colour => [0.2126, 0.7152, 0.0722].reduce(
                    (sum, weight, at) => sum + weight * linear(colour[at] / 255), 0);
                const parts = colour => colour.match(/[\\d.]+/g).map(Number);
                const isClear = colour => colour === 'transparent' || parts(colour)[3] === 0;
                const ancestors = element => element === null ? [] : [element, ...ancestors(element.parentElement)];
                const behind = element => parts(ancestors(element).map(each => view.getComputedStyle(each)
                    .backgroundColor).find(colour => !isClear(colour)) || 'rgb(255, 255, 255)');
                const over = (colour, below, opacity) => colour.slice(0, 3).map((part, at) =>
                    part * opacity + below[at] * (1 - opacity));
                // What is drawn at a text's middle, the last on top.
                const shapes = text => {
                    const {left, top, width, height} = text.getBoundingClientRect();
                    return page.elementsFromPoint(left + width / 2, top + height / 2)
                        .filter(each => each.tagName === 'path').map(each => view.getComputedStyle(each))
                        .filter(style => style.fill !== 'none').reverse();
                };
                const below = element => element.tagName !== 'text' ? behind(element) : shapes(element).reduce(
                    (all, style) => over(parts(style.fill), all, style.fillOpacity * style.opacity
                        * (isClear(style.fill) ? 0 : 1)), behind(element));
                const contrast = (element, colour) => {
                    const ground = below(element);
                    const opacity = ancestors(element).reduce(
                        (all, each) => all * view.getComputedStyle(each).opacity, 1);
                    const [most, least] = [light(over(parts(colour), ground, opacity)), light(ground)]
                        .sort((a, b) => b - a);
                    return (most + 0.05) / (least + 0.05);
                };
                const standsOut = (element, colour, words) => {
                    const {fontSize, fontWeight} = view.getComputedStyle(element);
                    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
                    const found = contrast(element, colour);
                    if (found < (isLarge ? 3 : 4.5)) {
                        faults.add('contrast of ' + found.toFixed(2) + ': ' + words.trim());
                    }
                };
                const drawn = text => {
                    const {left, right, top, bottom, width} = text.getBoundingClientRect();
                    const around = text.ownerSVGElement.getBoundingClientRect();
                    if (width > 0) {
                        standsOut(text, view.getComputedStyle(text).fill, text.textContent);
                        if (left < around.left - 1 || right > around.right + 1 || top < around.top - 1
                                || bottom > around.bottom + 1) {
                            faults.add('clipped in a chart: ' + text.textContent);
                        }
                    }
                };
                const written = text => {
                    const element = text.parentElement;
                    const style = view.getComputedStyle(element);
                    if (text.data.trim() === '' || element.getClientRects().length === 0) {
                        return;
                    }
                    standsOut(element, style.color, text.data);
                    if (style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) {
                        faults.add('clipped: ' + text.data);
                    }
                    if (style.wordBreak !== 'break-all') {
                        [...text.data.matchAll(/\\p{L}+/gu)].forEach(word => {
                            const range = page.createRange();
                            range.setStart(text, word.index);
                            range.setEnd(text, word.index + word[0].length);
                            if (new Set([...range.getClientRects()].map(each => each.top)).size > 1) {
                                faults.add('broken: ' + word[0]);
                            }
                        });
                    }
                };
                page.querySelectorAll('details').forEach(each => each.open = true);
                setTimeout(() => {
                    page.querySelectorAll('svg text').forEach(drawn);
                    const texts = page.createTreeWalker(page.querySelector('main'), NodeFilter.SHOW_TEXT, node =>
                        node.parentElement.closest('svg, style, script, noscript') === null ? 1 : 2);
                    while (texts.nextNode()) {
                        written(texts.currentNode);
                    }
                    document.body.dataset.inside = [view.matchMedia('(prefers-color-scheme: dark)').matches,
                        page.documentElement.scrollWidth, ...faults].join('\\n');
                }, 500);
            });
            </script>
            """;

    @TempDir
    private Path folder;

    static Stream<Arguments> reports() {
        return Stream.of(false, true).flatMap(dark -> Stream.of(
                Arguments.of("run", dark, List.of(RenderingFixture.valid())),
                Arguments.of("run with failures", dark, List.of(RenderingFixture.slow())),
                Arguments.of("invalid run beside another", dark,
                        List.of(RenderingFixture.invalid(), RenderingFixture.valid())),
                Arguments.of("service", dark, List.of(ServiceFixture.measured())),
                Arguments.of("service with failures", dark, List.of(ServiceFixture.answersAlone())),
                Arguments.of("comparison", dark, List.of(ComparisonFixture.six())),
                Arguments.of("capacity", dark, List.of(CapacityFixture.two())),
                Arguments.of("bench", dark, List.of(BenchFixture.full())),
                Arguments.of("xml", dark, List.of(XmlFixture.full())),
                Arguments.of("remote keys", dark, List.of(RemoteKeyFixture.full())),
                Arguments.of("reproduction", dark, List.of(ReproductionFixture.result()))));
    }

    @ParameterizedTest(name = "{0}, dark: {1}")
    @MethodSource("reports")
    void isReadable(String name, boolean dark, List<Result> results) throws Exception {
        Report.write(results, folder);
        Path frame = Files.writeString(folder.resolve("frame.html"), FRAME);
        Chromium.Opened page = new Chromium(folder).open(frame, 1300, "--allow-file-access-from-files",
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1));
        assertEquals(List.of(), page.console(), name);
        assertEquals(dark + "\n500", page.dom().replaceAll("(?s).*<body[^>]* data-inside=\"([^\"]*)\".*", "$1"), name);
    }
}
