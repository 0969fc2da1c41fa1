// Gives each frame of async-profiler's page the colour of the group of its outermost frame, which has level 1.
{
    // The colours of the report's style sheet.
    const hues = {
        blue: '#0068a8', purple: '#a8487f', amber: '#b57600', sky: '#6db7e6', heat: '#92c9ee', met: '#00704f',
        invalid: '#a3123a', grey: '#7c8794', missed: '#b84300', line: '#dde1e7'
    };
    // Words on frames are black, so frames are brighter. Shades vary, so that neighbours differ.
    const shade = (colour, part) => `rgb(${hues[colour].match(/[0-9a-f]{2}/g)
        .map(hex => Math.round(255 - part * (255 - parseInt(hex, 16))))})`;
    const colours = new Map(groups.flatMap(group => group.frames.map(frame => [frame, group.colour])));
    levels[0][0].color = '#eeeeee';
    levels.slice(1).flat().forEach(frame => {
        frame.color = shade(colours.get(findFrame(levels[1], frame.left).title), 0.6 + 0.15 * Math.random());
    });
    const legend = document.createElement('div');
    legend.style.cssText = 'clear: both; margin: 0 0 6px';
    groups.forEach(group => {
        const square = document.createElement('span');
        square.style.cssText = 'display: inline-block; width: 14px; height: 11px; margin: 0 5px 0 0';
        square.style.background = shade(group.colour, 0.7);
        const words = document.createElement('span');
        words.style.marginRight = '16px';
        words.textContent = group.words;
        legend.append(square, words);
    });
    canvas.before(legend);
    // This legend explains async-profiler's own colours.
    document.querySelector('dl.frames').remove();
    render();
}
