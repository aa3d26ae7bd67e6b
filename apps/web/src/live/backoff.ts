const SHORTEST_MS = 1_000;
const LONGEST_MS = 15_000;

/**
 * How long to wait before the next attempt: 1 s at least, 15 s at most, at random in a range that doubles with each
 * failure. At random, so that 500 browsers do not come back in the same moment (guarantee R23).
 */
export function backoffMs(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.max(1, failures));
  return SHORTEST_MS + random() * (longest - SHORTEST_MS);
}
