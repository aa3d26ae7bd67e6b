/** No number's text is longer: `-1.2345678901234567e-308`. */
export const MOST_NUMBER_BYTES = 26;

/** Numbers below have at most 15 digits with the decimals that are looked at: every double then has one such text. */
const MOST_SCALED = 1e15;
const THOUSAND = 1_000;
const MILLION = 1_000_000;
const INT32 = 2 ** 31;
const ZERO = 48;
const DOT = 46;
const MINUS = 45;

/**
 * Writes a number as `String` has it and answers the index behind it. What is measured mostly has few decimals: of such a
 * number the digits are written from a whole one, several times as fast.
 */
export function writeNumber(out: Uint8Array, at: number, value: number): number {
  let scaled = Math.round(value * THOUSAND);
  let decimals = 3;
  if (scaled / THOUSAND !== value) {
    scaled = Math.round(value * MILLION);
    decimals = 6;
    if (scaled / MILLION !== value) return writeText(out, at, String(value));
  }
  if (scaled >= MOST_SCALED || scaled <= -MOST_SCALED) return writeText(out, at, String(value));
  if (scaled < 0) {
    out[at++] = MINUS;
    scaled = -scaled;
  }
  const unit = decimals === 3 ? THOUSAND : MILLION;
  const whole = Math.floor(scaled / unit);
  at = whole < INT32 ? writeInteger(out, at, whole | 0) : writeText(out, at, String(whole));
  let rest = (scaled - whole * unit) | 0;
  if (rest === 0) return at;
  out[at] = DOT;
  for (let i = decimals; i > 0; i--) {
    const tenth = (rest / 10) | 0;
    out[at + i] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
  let end = at + decimals;
  while (out[end] === ZERO) end--;
  return end + 1;
}

function writeInteger(out: Uint8Array, at: number, value: number): number {
  let end = at + 1;
  for (let left = (value / 10) | 0; left > 0; left = (left / 10) | 0) end++;
  let rest = value;
  for (let i = end - 1; i >= at; i--) {
    const tenth = (rest / 10) | 0;
    out[i] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
  return end;
}

function writeText(out: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) out[at + i] = text.charCodeAt(i);
  return at + text.length;
}
