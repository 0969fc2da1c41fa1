package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** In a window of 500 px no text is clipped, no word is broken, and the contrast suffices in light and dark mode. */
@Execution(ExecutionMode.CONCURRENT)
class ReadableTest {
    // WCAG 2.2, 1.4.3: a contrast of 4.5, and of 3 for large text.
    private static final String FRAME = """
            <!DOCTYPE html><title>frame</title><iframe style="width:500px;height:30000px"></iframe>
            <script>
            const frame = document.querySelector('iframe');
            const look = say => {
                const view = frame.contentWindow;
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
                    // The elements at the middle of a text, the last one on top.
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
                    say([view.matchMedia('(prefers-color-scheme: dark)').matches, page.documentElement.scrollWidth,
                        ...faults]);
                }, 500);
            };
            const visit = ([name, ...others], said) => {
                if (name === undefined) {
                    document.body.dataset.inside = said.join('\\n');
                } else {
                    frame.onload = () => look(found => visit(others, [...said, ...found.map(each => `${name}: ${each}`)]));
                    frame.src = `${name}/report.html`;
                }
            };
            visit(NAMES, []);
            </script>
            """;

    @TempDir
    private Path folder;

    private static Map<String, List<Result>> reports() {
        Map<String, List<Result>> reports = new LinkedHashMap<>();
        reports.put("run", List.of(RenderingFixture.valid()));
        reports.put("run-with-failures", List.of(RenderingFixture.slow()));
        reports.put("invalid-run-beside-another", List.of(RenderingFixture.invalid(), RenderingFixture.valid()));
        reports.put("service", List.of(ServiceFixture.measured()));
        reports.put("service-with-failures", List.of(ServiceFixture.answersAlone()));
        reports.put("comparison", List.of(ComparisonFixture.six()));
        reports.put("capacity", List.of(CapacityFixture.two()));
        reports.put("bench", List.of(BenchFixture.full()));
        reports.put("xml", List.of(BenchFixture.xml()));
        reports.put("remote-keys", List.of(RemoteKeyFixture.full()));
        reports.put("reproduction", List.of(ReproductionFixture.result()));
        return reports;
    }

    @Test
    @Tag("long")
    void inTheDarkTheyAreReadable() throws Exception {
        areReadable(true);
    }

    @Test
    @Tag("long")
    void inTheLightTheyAreReadableToo() throws Exception {
        areReadable(false);
    }

    private void areReadable(boolean dark) throws Exception {
        Map<String, List<Result>> reports = reports();
        for (Map.Entry<String, List<Result>> each : reports.entrySet()) {
            Report.write(each.getValue(), Files.createDirectory(folder.resolve(each.getKey())));
        }
        Path frame = Files.writeString(folder.resolve("frame.html"), FRAME.replace("NAMES",
                reports.keySet().stream().map(name -> "'" + name + "'").toList().toString()));
        Chromium.Opened page = new Chromium(folder).open(frame, 1300, "--allow-file-access-from-files",
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1), "--virtual-time-budget=30000");
        assertEquals(List.of(), page.console());
        assertEquals(reports.keySet().stream().flatMap(name -> Stream.of(name + ": " + dark, name + ": 500"))
                .collect(Collectors.joining("\n")),
                page.dom().replaceAll("(?s).*<body[^>]* data-inside=\"([^\"]*)\".*", "$1"));
    }
}
