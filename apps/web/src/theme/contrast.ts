/** A colour as red, green and blue, 0-255. */
type Rgb = readonly [red: number, green: number, blue: number];

function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance, 0 (black) to 1 (white), of a `#rrggbb` colour (WCAG 2.2, "relative luminance"). */
export function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex).map((part) => {
    const scaled = part / 255;
    return scaled <= 0.04045 ? scaled / 12.92 : ((scaled + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Lightness of a `#rrggbb` colour, 0 (black) to 100 (white) (CIE 1976, L*). */
export function lightness(hex: string): number {
  const share = luminance(hex);
  return share > 216 / 24_389 ? 116 * Math.cbrt(share) - 16 : (24_389 / 27) * share;
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(first: string, second: string): number {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** `share` of `second` mixed into `first`, 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const other = parseHex(second);
  return toHex(parseHex(first).map((part, index) => part + ((other[index] ?? 0) - part) * share) as unknown as Rgb);
}

/**
 * The colour nearest to `hex` that reaches `ratio` against every background: mixed towards white on dark backgrounds,
 * towards black on light ones. What no mixture reaches comes out as white or black.
 */
export function withContrast(hex: string, backgrounds: readonly string[], ratio: number): string {
  const isDark = backgrounds.every((background) => luminance(background) < 0.2);
  const target = isDark ? '#ffffff' : '#000000';
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(hex, target, share);
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio)) return candidate;
  }
  return target;
}

/** Black or white: whichever can be read better on the colour. */
export function textOn(hex: string): string {
  return contrast(hex, '#000000') >= contrast(hex, '#ffffff') ? '#000000' : '#ffffff';
}
