/** Places in a list as the portal takes them: `0,2,5-9`. */
export function placesText(places: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && place === run[1] + 1) run[1] = place;
    else runs.push([place, place]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}
