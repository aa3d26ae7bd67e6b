const CHARACTER_PX = 8.2;
const PADDING_PX = 30;
const [FEWEST_CHARACTERS, MOST_CHARACTERS] = [8, 32];

/**
 * Pixels of a column in which none of these names is cut: each network names its events in its own way, `us1`,
 * `texnet2025bbfr`, `20250115_0000123`, and stations have names of any length.
 */
export function widthOfNames(names: readonly string[]): number {
  const longest = names.reduce((most, { length }) => Math.max(most, length), FEWEST_CHARACTERS);
  return Math.ceil(Math.min(longest, MOST_CHARACTERS) * CHARACTER_PX + PADDING_PX);
}
