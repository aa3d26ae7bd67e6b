/** Shown where there is no value, and for NaN and infinities (spec 1 §5). */
export const NO_VALUE = '- -';

/** Decimals of a value where nothing else is set (spec 1 §9). */
export const DEFAULT_DECIMALS = 2;

const MAX_DECIMALS = 12;

/** From here on digits are no longer exact in a float64; a power of ten reads better than a row of them. */
const PLAIN_LIMIT = 1e15;

const formatters = new Map<number, Intl.NumberFormat>();

function formatterFor(decimals: number): Intl.NumberFormat {
  let formatter = formatters.get(decimals);
  if (formatter === undefined) {
    // One locale everywhere: an operator in one country reads numbers over the phone to one in another.
    formatter = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    formatters.set(decimals, formatter);
  }
  return formatter;
}

/** A stored 'decimals' as a whole number from 0 to 12; what is no number gives the default of 2. */
export function clampDecimals(decimals: number): number {
  if (!Number.isFinite(decimals)) return DEFAULT_DECIMALS;
  return Math.min(MAX_DECIMALS, Math.max(0, Math.round(decimals)));
}

/** `1234.5` → `1,234.50`. Always the same number of decimals, so that columns line up and nothing jumps. */
export function formatNumber(value: number | null | undefined, decimals: number = DEFAULT_DECIMALS): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE;
  const digits = clampDecimals(decimals);
  if (Math.abs(value) >= PLAIN_LIMIT) return value.toExponential(Math.min(digits, 4));
  const text = formatterFor(digits).format(value);
  // Rounding may leave a minus sign before zeros only.
  return text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text;
}

/** Decimals needed to tell multiples of a step apart: 0.25 → 2, 5 → 0. Used for the ticks of an axis. */
export function decimalsOfStep(step: number): number {
  const size = Math.abs(step);
  if (!Number.isFinite(size) || size === 0) return 0;
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals++) {
    const scaled = size * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < scaled * 1e-6) return decimals;
  }
  return MAX_DECIMALS;
}

const SUFFIXES = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** Labels of a scale get a suffix only from here on: 9,500 is still read faster than 9.5k. */
const SUFFIX_FROM = 10_000;

function suffixFor(size: number): readonly [size: number, suffix: string] {
  return (size >= SUFFIX_FROM && SUFFIXES.find(([from]) => size >= from)) || [1, ''];
}

/** A scale beyond these reads better in powers of ten than in rows of zeros. */
const POWERS_FROM = 1e13;
const POWERS_BELOW = 1e-4;

/** `5e-8`, `1.25e15`. */
function powerOfTen(tick: number): string {
  return tick === 0 ? '0' : Number(tick.toPrecision(3)).toExponential().replace('e+', 'e');
}

/** Figures by which a number beside a picture is read. */
const BRIEF_FIGURES = 4;

/** A number that stands alone where there is little room, to four figures without zeros at its end: `484`, `12.34k`. */
export function formatBriefly(value: number): string {
  const rounded = Number(value.toPrecision(BRIEF_FIGURES));
  const size = Math.abs(rounded);
  if (size >= POWERS_FROM || (size > 0 && size < POWERS_BELOW)) return powerOfTen(rounded);
  const [unit, suffix] = suffixFor(size);
  const scaled = Number((rounded / unit).toPrecision(BRIEF_FIGURES));
  return `${formatNumber(scaled, decimalsOfStep(scaled))}${suffix}`;
}

/**
 * The labels of a scale's ticks, all with the same decimals and suffix, short enough for a dial: `12k`, `0.25`.
 * `ticks` are evenly spaced.
 */
export function formatTicks(ticks: readonly number[]): string[] {
  const largest = Math.max(...ticks.map(Math.abs), 0);
  if (largest >= POWERS_FROM || (largest > 0 && largest < POWERS_BELOW)) return ticks.map(powerOfTen);
  const [size, suffix] = suffixFor(largest);
  const step = Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0)) / size;
  // A third of 100 would need six decimals: three figures of the step are enough to read a scale by.
  const enough = step > 0 ? Math.max(0, 2 - Math.floor(Math.log10(step))) : 0;
  const decimals = Math.min(decimalsOfStep(step), enough);
  return ticks.map((tick) => (tick === 0 ? '0' : `${formatNumber(tick / size, decimals)}${suffix}`));
}
