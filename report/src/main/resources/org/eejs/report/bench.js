// The charts of primitives. report.js passes the functions that all charts share.
const benchCharts = ({base, valueAxis, scaleAbove, figure}) => {
    const symbols = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin', 'arrow'];
    // Native code has the symbol of its line.
    const dash = 'path://M0,4L10,4L10,6L0,6Z';
    // Two dashes with a tenth of the height of their box; its corners are separate subpaths.
    const dashes = 'path://M0,0L0,0M22,10L22,10M0,4L9,4L9,6L0,6ZM13,4L22,4L22,6L13,6Z';
    const kibi = 1024;

    const size = bytes => bytes >= kibi && bytes % kibi === 0 ? bytes / kibi + ' KiB' : bytes + ' B';

    // A provider has the same colour and the same mark in all charts.
    function look(line, bench, colour) {
        const palette = [colour.blue, colour.amber, colour.met, colour.purple, colour.missed, colour.sky, colour.grey];
        const at = bench.columns.indexOf(line.column);
        return at < 0 ? {shade: colour.ink, symbol: dash}
            : {shade: palette[at % palette.length], symbol: symbols[at % symbols.length]};
    }

    function series(line, bench, colour) {
        const {shade, symbol} = look(line, bench, colour);
        const isNative = line.column === null;
        return {
            name: line.name, type: 'line', color: shade, symbol,
            symbolSize: isNative ? [6, 1.6] : line.software ? 4 : 6,
            showAllSymbol: true, z: isNative ? 2 : 3,
            lineStyle: {
                color: shade, width: isNative ? 1.6 : 2, type: isNative ? [9, 5] : line.software ? [3, 3] : 'solid'
            },
            itemStyle: line.software ? {color: colour.panel, borderColor: shade, borderWidth: 1.5} : {color: shade},
            data: line.points.map(point => ({value: [point.x, point.y], point}))
        };
    }

    // Elements, not HTML text: names of providers come from data and must stay text.
    function tip(head, marks, words) {
        const box = document.createElement('div');
        const title = document.createElement('div');
        title.textContent = head;
        title.style.fontWeight = '600';
        box.append(title);
        [...marks].sort((a, b) => b.value[1] - a.value[1]).forEach(mark => {
            const row = document.createElement('div');
            const dot = document.createElement('span');
            dot.textContent = '● ';
            dot.style.color = mark.color;
            const name = document.createElement('b');
            name.textContent = mark.seriesName + ' ';
            row.append(dot, name, words(mark.data.point));
            box.append(row);
        });
        return box;
    }

    function common(bench, own, colour, element, scale) {
        const option = base(colour);
        const lines = own.lines.map(line => series(line, bench, colour));
        // Many names take several rows. They are below the charts, so all charts have the same top.
        option.legend = Object.assign(option.legend, {
            top: 'auto', bottom: 0, itemGap: 10, itemWidth: 22, icon: undefined, type: 'plain',
            textStyle: {color: colour.ink, fontSize: 12}
        });
        const room = element.clientWidth;
        let rows = 1;
        let used = 0;
        lines.forEach(line => {
            const width = 46 + 6.6 * line.name.length;
            if (used > 0 && used + width > room) {
                rows++;
                used = 0;
            }
            used += width;
        });
        option.grid = {left: 60, right: 26, top: 26, bottom: 34 + 22 * rows};
        option.legend.data = own.lines.map(line => line.column === null ? {name: line.name, icon: dashes} : line.name);
        option.series = lines;
        option.xAxis = Object.assign({
            axisLine: {lineStyle: {color: colour.line}}, axisTick: {lineStyle: {color: colour.line}},
            splitLine: {lineStyle: {color: colour.faint}}
        }, scale);
        return option;
    }

    // Logarithms of powers are nearly whole numbers.
    const below = exponent => Math.floor(exponent + 1e-9);
    const above = exponent => Math.ceil(exponent - 1e-9);
    const power = (value, base, round) => Math.pow(base, round(Math.log(value) / Math.log(base)));

    function bySize(bench, own, colour, element) {
        const sizes = own.lines.flatMap(line => line.points.map(point => point.x));
        const option = common(bench, own, colour, element, {
            type: 'log', logBase: 4, min: power(Math.max(1, Math.min(...sizes)), 4, below),
            max: power(Math.max(...sizes), 4, above),
            axisLabel: {color: colour.muted, fontSize: 11, hideOverlap: true,
                formatter: value => size(Math.round(value))}
        });
        option.yAxis = valueAxis(colour, 'MB/s', {
            type: 'log', min: power(own.low, 10, below), max: power(own.high, 10, above),
            nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -52]}
        });
        option.tooltip.formatter = marks => tip(size(marks[0].value[0]), marks, point => point.speed
            + (point.low === null ? '' : ' (' + figure(point.low) + ' to ' + figure(point.high) + ' MB/s)')
            + (point.ofNative === null ? '' : ', ' + point.ofNative + ' of native'));
        return option;
    }

    function byThreads(bench, own, colour, element) {
        const most = Math.max(...own.lines.flatMap(line => line.points.map(point => point.x)));
        const option = common(bench, own, colour, element, {
            type: 'value', min: 1, max: most, minInterval: 1, splitNumber: Math.min(8, most),
            axisLabel: {color: colour.muted, fontSize: 11, hideOverlap: true,
                formatter: value => value + (value === 1 ? ' thread' : '')}
        });
        option.yAxis = valueAxis(colour, 'times one thread', Object.assign({},
            scaleAbove(Math.max(most, own.high) * 1.02),
            {nameTextStyle: {color: colour.muted, fontSize: 12, align: 'left', padding: [0, 0, 0, -52]}}));
        option.series.push({
            name: 'ideal', type: 'line', data: [[1, 1], [most, most]], symbol: 'none', silent: true, z: 1,
            color: colour.muted, lineStyle: {color: colour.muted, width: 1.5, type: 'dotted'}, tooltip: {show: false}
        });
        option.tooltip.formatter = marks => tip(marks[0].value[0] === 1 ? '1 thread' : marks[0].value[0] + ' threads',
            marks.filter(mark => mark.data.point), point => figure(point.y) + ' times'
                + (point.low === null ? '' : ' (' + figure(point.low) + ' to ' + figure(point.high) + ')')
                + ', ' + point.speed);
        return option;
    }

    const panel = (bench, index, colour, element) => {
        const own = bench.panels[index];
        return (own.kind === 'sizes' ? bySize : byThreads)(bench, own, colour, element);
    };

    return {panel};
};
