/** Decimals that tell values apart within a range: two at least for small numbers, none for tens of thousands, and no more than 12. */
export function decimalsForRange(range: number): number {
  if (!Number.isFinite(range) || range <= 0) return 2;
  if (range >= 10_000) return 0;
  if (range >= 1000) return 1;
  return Math.min(12, Math.max(2, 3 - Math.floor(Math.log10(range))));
}
