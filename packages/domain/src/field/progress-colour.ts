const DARK_RED = [139, 26, 26] as const;
const ORANGE = [217, 119, 6] as const;
const GREEN = [46, 125, 50] as const;

type Rgb = readonly [number, number, number];

/** Under 70 dark red; from 70 to 80 it turns to orange, from 80 to 90 to green; green from 90 (spec 1 §4). */
export function progressColour(score: number): string {
  if (score < 70) return hex(DARK_RED);
  if (score < 80) return hex(blend(DARK_RED, ORANGE, (score - 70) / 10));
  if (score < 90) return hex(blend(ORANGE, GREEN, (score - 80) / 10));
  return hex(GREEN);
}

function blend(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share)) as unknown as Rgb;
}

const hex = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
