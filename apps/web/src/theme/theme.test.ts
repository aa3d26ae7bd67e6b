import { describe, expect, it } from 'vitest';
import { contrast, lightness, luminance, textOn, withContrast } from './contrast.ts';
import { cssVariables } from './css-variables.ts';
import { paletteSchema, shippedPalettes, themeNames } from './palette.ts';
import { severityColours, severityFill, shippedSeverities } from './severity.ts';

describe('contrast', () => {
  it('is 21 between black and white, and 1 between equals', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#4fb4d6', '#4fb4d6')).toBe(1);
    expect(luminance('#808080')).toBeCloseTo(0.2159, 3);
    expect(['#000000', '#808080', '#ffffff'].map((hex) => Math.round(lightness(hex)))).toEqual([0, 54, 100]);
  });

  it('is reached by mixing as little as needed', () => {
    expect(withContrast('#ffffff', ['#000000'], 4.5)).toBe('#ffffff');
    const mixed = withContrast('#2020a0', ['#0f1419', '#202831'], 4.5);
    expect(contrast(mixed, '#202831')).toBeGreaterThanOrEqual(4.5);
    expect(mixed).not.toBe('#ffffff');
    expect(textOn('#ffe000')).toBe('#000000');
    expect(textOn('#202080')).toBe('#ffffff');
  });
});

describe.each(themeNames)('%s', (name) => {
  const palette = shippedPalettes[name];
  const { surfaces } = palette;
  const lowest = (colour: string, backgrounds: readonly string[]) =>
    Math.min(...backgrounds.map((background) => contrast(colour, background)));

  it.each(['text', 'textDim', 'accentText', 'uncertain', 'bad', 'good'] as const)(
    'keeps 4.5:1 for %s on every surface and under the pointer',
    (key) => expect(lowest(palette[key], [...surfaces, palette.hover])).toBeGreaterThanOrEqual(4.5),
  );

  it('keeps 4.5:1 for text on the accent and on the colour of what is bad', () => {
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(textOn(palette.bad), palette.bad)).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps 3:1 for the edges of controls and the lines of charts', () => {
    for (const colour of [palette.controlBorder, ...palette.series]) {
      expect(lowest(colour, surfaces)).toBeGreaterThanOrEqual(3);
    }
  });

  it('shows any severity colour an operator chooses so that it can be seen and read', () => {
    const list = [...shippedSeverities, { severity: 3, color: '#FFFF00' }, { severity: 4, color: '#101010' }];
    const colours = severityColours(list, palette);
    expect(colours.map(({ severity }) => severity)).toEqual([1, 2, 3, 4, 5, 10]);
    for (const { fill, text, onFill } of colours) {
      expect(lowest(fill, surfaces)).toBeGreaterThanOrEqual(3);
      expect(lowest(text, surfaces)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('gives a severity between those of alarms.json the colour of the next lower one', () => {
    const severities = severityColours(shippedSeverities, palette);
    const fillOf = (severity: number) => severities.find((known) => known.severity === severity)?.fill;
    const fills = [1, 3, 5, 9.5, 10, 99].map((severity) => severityFill({ ...palette, severities }, severity));
    expect(fills).toEqual([fillOf(1), fillOf(2), fillOf(5), fillOf(5), fillOf(10), fillOf(10)]);
    expect(severityFill({ ...palette, severities }, 0)).toBe(fillOf(1));
    expect(severityFill({ ...palette, severities: [] }, 3)).toBe(palette.bad);
  });

  it('becomes CSS variables', () => {
    const variables = cssVariables(palette, severityColours(shippedSeverities, palette));
    expect(variables['--tt-surface-0']).toBe(surfaces[0]);
    expect(Object.keys(variables)).toContain('--tt-severity-10-text');
    expect(variables['--tt-series-1']).toBe(palette.series[0]);
  });
});

it('a palette with anything but plain colours is refused', () => {
  const broken = { ...shippedPalettes['palette-dark'], text: 'url(https://evil.example)' };
  expect(paletteSchema.safeParse(broken).success).toBe(false);
});
