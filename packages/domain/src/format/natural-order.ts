/** The same on every machine: people of other tongues see the same list. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Compares two names as people count them: case ignored, `13` before `101`. Names that only differ by case or marks come
 * in the order of their characters, so that a list has one order.
 */
export function compareNaturally(first: string, second: string): number {
  return collator.compare(first, second) || (first < second ? -1 : Number(first > second));
}
