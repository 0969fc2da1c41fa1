// The charts of XML transactions; report.js hands in what all charts have in common.
const xmlCharts = ({base, valueAxis, scaleAbove, scaleWithNothing, signed, legendRows, tip, figure}) => {
    const symbols = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'];
    const strokes = ['solid', [6, 4], [2, 3], [10, 3, 2, 3]];

    const palette = colour => [colour.blue, colour.amber, colour.met, colour.purple, colour.missed, colour.sky,
        colour.grey];
    const shade = (series, colour) => palette(colour)[series.look % 7];

    // An interval is drawn as three strokes of one line: the library's small build has no error bars. Turned, values
    // lie along the horizontal axis. An interval that goes on below a logarithmic axis has no stroke at that end.
    function whisker(at, {low, high}, from, to, turned, floor) {
        const open = floor > 0 && low < floor;
        const points = low === null ? [] : [[at, open ? floor : low], [at, high], ['-', '-'],
            ...(open ? [] : [[from, low], [to, low], ['-', '-']]), [from, high], [to, high], ['-', '-']];
        return turned ? points.map(([x, y]) => [y, x]) : points;
    }

    function whiskers(points, shades, more) {
        return shades.map(([colour, width]) => Object.assign({
            type: 'line', symbol: 'none', silent: true, z: 5, data: points, color: colour,
            lineStyle: {color: colour, width}, tooltip: {show: false}
        }, more));
    }

    // The name stands above the labels, wherever they end.
    const named = (colour, axis, padding) => Object.assign(axis, {
        nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -padding]}
    });

    const ends = marks => marks.flatMap(mark => [mark.y, mark.low, mark.high]).filter(value => value !== null);
    const inTens = (value, round) => Math.pow(10, round(Math.log10(value)));

    function lines(panel, colour) {
        const option = base(colour);
        const drawn = panel.series.filter(each => each.marks.length > 0);
        option.legend.data = drawn.map(each => each.name);
        option.legend.itemGap = 14;
        option.legend.itemWidth = 26;
        delete option.legend.icon;
        option.xAxis = {
            axisLabel: {color: colour.muted, fontSize: 12, hideOverlap: true},
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {lineStyle: {color: colour.line}}
        };
        option.tooltip.trigger = 'item';
        return {option, drawn};
    }

    function line(series, colour, head, place) {
        return {
            name: series.name, type: 'line', symbol: symbols[series.stroke % symbols.length], symbolSize: 8,
            color: shade(series, colour), z: 3, showAllSymbol: true,
            lineStyle: {width: 2, color: shade(series, colour), type: strokes[series.stroke % strokes.length]},
            data: series.marks.map(mark => ({value: [place(mark), mark.y], mark})),
            tooltip: {formatter: point => tip(head(point.data.mark), [[shade(series, colour), series.name,
                point.data.mark.words]])}
        };
    }

    const bytes = value => value >= 1e6 ? figure(value / 1e6) + ' MB' : value >= 1e3 ? figure(value / 1e3) + ' KB'
        : figure(value) + ' B';

    function sizes(panel, colour, element) {
        const {option, drawn} = lines(panel, colour);
        const all = drawn.flatMap(each => each.marks);
        const step = Math.min(0.03, 0.24 / drawn.length);
        option.grid = {left: 56, right: 26, top: 36 + 22 * legendRows(option.legend.data, element.clientWidth),
            bottom: 44};
        Object.assign(option.xAxis, {
            type: 'log', min: Math.min(...all.map(mark => mark.x)) / 2,
            max: Math.max(...all.map(mark => mark.x)) * 2, name: 'size of the document', nameLocation: 'middle',
            nameGap: 28, nameTextStyle: {color: colour.muted, fontSize: 12}, splitLine: {show: false}
        });
        option.xAxis.axisLabel.formatter = value => Math.abs(Math.log10(value) % 1) < 1e-9 ? bytes(value) : '';
        option.yAxis = valueAxis(colour, panel.axis, named(colour, scaleAbove(1.04 * Math.max(...ends(all))), 48));
        option.series = drawn.flatMap((each, index) => {
            const place = mark => mark.x * Math.pow(10, (index - (drawn.length - 1) / 2) * step);
            return [line(each, colour, mark => bytes(mark.x), place), ...whiskers(each.marks.flatMap(mark =>
                whisker(place(mark), mark, place(mark) * 0.985, place(mark) * 1.015)), [[shade(each, colour), 1.4]])];
        });
        return option;
    }

    function threads(panel, colour, element) {
        const {option, drawn} = lines(panel, colour);
        const all = drawn.flatMap(each => each.marks);
        const most = Math.max(...all.map(mark => mark.x));
        const scale = scaleAbove(1.1 * Math.max(...ends(all)));
        const one = all.find(mark => mark.x === 1);
        const till = one ? Math.min(most, scale.max / one.y) : 0;
        option.grid = {left: 64, right: 26, top: 36 + 22 * legendRows(option.legend.data, element.clientWidth),
            bottom: 44};
        Object.assign(option.xAxis, {
            type: 'value', min: 0, max: most + 0.25, interval: Math.max(1, Math.ceil(most / 8)), name: 'threads',
            nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: colour.muted, fontSize: 12},
            splitLine: {show: false}
        });
        option.xAxis.axisLabel.showMaxLabel = false;
        option.yAxis = valueAxis(colour, panel.axis, named(colour, scale, 56));
        option.series = drawn.flatMap(each => [
            line(each, colour, mark => mark.x === 1 ? '1 thread' : mark.x + ' threads', mark => mark.x),
            ...whiskers(each.marks.flatMap(mark => whisker(mark.x, mark, mark.x - most / 90, mark.x + most / 90)),
                [[shade(each, colour), 1.4]])
        ]);
        option.series.push({
            name: 'ideal', type: 'line', symbol: 'none', silent: true, z: 1, color: colour.muted,
            lineStyle: {color: colour.muted, width: 1.5, type: 'dotted'}, tooltip: {show: false},
            data: one ? [[0, 0], [till, one.y * till]] : []
        });
        return option;
    }

    // Ratios on a logarithmic scale, so that twice and half as fast are as far from the baseline.
    const ratios = {
        place: value => value === null ? null : Math.log2(Math.max(value, 1 / 16)), words: value => '×' + figure(Math.pow(2, value)),
        scale: (least, most) => ({
            min: Math.floor(least), max: Math.ceil(most), interval: Math.ceil((Math.ceil(most) - Math.floor(least)) / 8)
        })
    };
    const perCent = {place: value => value, words: signed, scale: scaleWithNothing};

    function times(panel, colour, element) {
        const {place} = ratios;
        return against(Object.assign({}, panel, {series: panel.series.map(series => Object.assign({}, series, {
            marks: series.marks.map(mark => Object.assign({}, mark, {y: place(mark.y), low: place(mark.low),
                high: place(mark.high)}))
        }))}), colour, element, ratios);
    }

    const changes = (panel, colour, element) => against(panel, colour, element, perCent);

    // What lies beside the line of a baseline.
    function against(panel, colour, element, {words, scale}) {
        const option = base(colour);
        const marks = panel.series[0].marks;
        const tones = {better: colour.met, worse: colour.missed};
        const all = ends(marks).concat(0);
        // A name has a third of the width at most.
        const room = Math.min(element.clientWidth / 3, 12 + 7.4 * Math.max(...panel.slots.map(name => name.length)));
        option.legend.show = false;
        option.grid = {left: room + 10, right: 76, top: 12, bottom: 48};
        option.tooltip.trigger = 'item';
        option.xAxis = valueAxis(colour, panel.axis, Object.assign(scale(Math.min(...all), Math.max(...all)), {
            nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: colour.muted, fontSize: 12},
            axisLabel: {color: colour.muted, fontSize: 12, formatter: words, hideOverlap: true},
            axisLine: {show: false}, axisTick: {show: false}
        }));
        option.yAxis = [
            {
                type: 'category', inverse: true, data: panel.slots, axisTick: {show: false},
                axisLine: {onZero: false, lineStyle: {color: colour.line}},
                axisLabel: {color: colour.ink, fontSize: 13, width: room, overflow: 'truncate', interval: 0}
            },
            {type: 'value', inverse: true, min: -0.5, max: marks.length - 0.5, show: false}
        ];
        option.series = [
            {
                type: 'bar', barWidth: '52%', z: 2,
                data: marks.map(mark => ({value: mark.y, mark, itemStyle: {color: tones[mark.tone] || colour.grey}})),
                tooltip: {formatter: point => tip(panel.slots[point.dataIndex], [[point.color, '',
                    point.data.mark.words]])},
                markLine: {
                    symbol: 'none', silent: true, label: {show: false}, data: [{xAxis: 0}],
                    lineStyle: {color: colour.muted, type: 'solid', width: 1}
                }
            },
            ...whiskers(marks.flatMap(mark => whisker(mark.x, mark, mark.x - 0.14, mark.x + 0.14, true)),
                [[colour.panel, 3.6], [colour.ink, 1.3]], {yAxisIndex: 1}),
            {
                type: 'scatter', yAxisIndex: 1, symbolSize: 0.1, silent: true, z: 6, tooltip: {show: false},
                data: marks.map(mark => [Math.max(0, mark.y, mark.high === null ? 0 : mark.high), mark.x, mark.y]),
                label: {show: true, position: 'right', distance: 6, color: colour.ink, fontSize: 12,
                    formatter: mark => words(mark.value[2])}
            }
        ];
        return option;
    }

    function providers(panel, colour, element) {
        const option = base(colour);
        const drawn = panel.series;
        const all = drawn.flatMap(each => each.marks).filter(mark => mark.y !== null);
        // Figures alone decide on the scale's lower end: one wide interval would leave no room for the others.
        const least = Math.min(...all.map(mark => mark.y));
        const most = Math.max(...ends(all));
        const logarithmic = Math.max(...all.map(mark => mark.y)) > 20 * least;
        // Half of the lowest decade is left below, so that the shortest bar is still one.
        const floor = logarithmic ? inTens(least / 2, Math.floor) : 0;
        const slot = (element.clientWidth - 80) / panel.slots.length;
        const share = Math.min(0.86 / drawn.length, 64 / slot);
        const width = share * slot;
        option.legend.data = drawn.map(each => each.name);
        option.legend.itemGap = 14;
        option.grid = {left: 64, right: 8, top: 36 + 22 * legendRows(option.legend.data, element.clientWidth),
            bottom: 30};
        option.tooltip.trigger = 'axis';
        option.tooltip.axisPointer = {type: 'shadow', shadowStyle: {color: colour.band, opacity: 0.5}};
        option.tooltip.formatter = points => tip(panel.slots[points[0].dataIndex], drawn.flatMap(each =>
            each.marks.filter(mark => mark.x === points[0].dataIndex).map(mark => [shade(each, colour), each.name,
                mark.words])));
        option.xAxis = [
            {
                type: 'category', data: panel.slots, axisTick: {show: false},
                    axisLine: {lineStyle: {color: colour.line}},
                axisLabel: {color: colour.ink, fontSize: 13, interval: 0, overflow: 'truncate',
                    width: slot}
            },
            {type: 'value', min: -0.5, max: panel.slots.length - 0.5, show: false, position: 'bottom',
                axisPointer: {show: false, triggerTooltip: false}}
        ];
        option.yAxis = valueAxis(colour, panel.axis + (logarithmic ? ' (logarithmic)' : ''),
            named(colour, Object.assign(
            {axisLine: {show: false, onZero: false}, axisTick: {show: false}}, logarithmic
                ? {type: 'log', min: floor, max: inTens(most * 1.05, Math.ceil)} : scaleAbove(1.04 * most)), 56));
        const place = (mark, index) => mark.x + (index - (drawn.length - 1) / 2) * share;
        option.series = drawn.flatMap((each, index) => [
            {
                name: each.name, type: 'bar', color: shade(each, colour), barWidth: 100 * share + '%', barGap: '0%',
                itemStyle: {borderColor: colour.panel, borderWidth: 1},
                data: panel.slots.map((name, slot) => {
                    const mark = each.marks.find(candidate => candidate.x === slot);
                    return mark && mark.y !== null ? mark.y : '-';
                })
            },
            ...whiskers(each.marks.flatMap(mark => whisker(place(mark, index), mark, place(mark, index) - share / 5,
                place(mark, index) + share / 5, false, floor)), [[colour.panel, 3.2], [colour.ink, 1.3]], {xAxisIndex: 1})
        ]);
        option.series.push({
            type: 'scatter', xAxisIndex: 1, symbolSize: 0.1, silent: true, z: 6, tooltip: {show: false},
            data: drawn.flatMap((each, index) => each.marks.filter(mark => mark.y === null).map(mark =>
                [place(mark, index), floor])),
            label: {show: true, position: 'top', distance: 1, color: colour.missed, fontSize: Math.min(14, width),
                fontWeight: 'bold', formatter: () => '✕'}
        });
        return option;
    }

    const kinds = {sizes, threads, changes, times, providers};
    return (panel, colour, element) => kinds[panel.kind](panel, colour, element);
};
