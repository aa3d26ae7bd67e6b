export const MOST_MILES = 500;
const USUAL_MILES = 10;

/** How wide the circle is, as the address says it. */
export function readMiles(text: string | null): number {
  const miles = Number(text);
  return text !== null && miles >= 0.1 && miles <= MOST_MILES ? miles : USUAL_MILES;
}
