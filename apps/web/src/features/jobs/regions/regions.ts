import { OFFSHORE_AREAS } from './offshore-areas.ts';
import { US_COUNTIES } from './us-counties.ts';

export interface Region {
  /** What is stored. */
  readonly key: string;
  readonly text: string;
}

/**
 * The states by the code that the number of a well begins with, with their FIPS code: in alphabetical order of the 48
 * states and the District, then Alaska and Hawaii; the offshore regions have none.
 */
const STATES: readonly (readonly [key: number, text: string, fips?: string])[] = [
  ...[
    'Alabama 01|Arizona 04|Arkansas 05|California 06|Colorado 08|Connecticut 09|Delaware 10|District of Columbia 11',
    'Florida 12|Georgia 13|Idaho 16|Illinois 17|Indiana 18|Iowa 19|Kansas 20|Kentucky 21|Louisiana 22|Maine 23',
    'Maryland 24|Massachusetts 25|Michigan 26|Minnesota 27|Mississippi 28|Missouri 29|Montana 30|Nebraska 31',
    'Nevada 32|New Hampshire 33|New Jersey 34|New Mexico 35|New York 36|North Carolina 37|North Dakota 38|Ohio 39',
    'Oklahoma 40|Oregon 41|Pennsylvania 42|Rhode Island 44|South Carolina 45|South Dakota 46|Tennessee 47|Texas 48',
    'Utah 49|Vermont 50|Virginia 51|Washington 53|West Virginia 54|Wisconsin 55|Wyoming 56|Alaska 02|Hawaii 15',
  ]
    .join('|')
    .split('|')
    .map((state, index) => [index + 1, state.slice(0, -3), state.slice(-2)] as const),
  [55, 'Alaska Offshore'],
  [56, 'Pacific Coast Offshore'],
  [60, 'Northern Gulf of Mexico'],
  [61, 'Atlantic Coast Offshore'],
];

/** States and offshore regions by name; their keys are 1 to 51, 55, 56, 60 and 61 (spec 2 §3). */
export function listStates(): Region[] {
  return STATES.map(([key, text]) => ({ key: String(key), text })).sort((a, b) => a.text.localeCompare(b.text, 'en'));
}

/** The counties of a state by their FIPS codes, or the areas of an offshore region. */
export function listRegions(stateKey: string): Region[] {
  const fips = STATES.find(([key]) => String(key) === stateKey)?.[2];
  const list = fips === undefined ? OFFSHORE_AREAS[stateKey] : US_COUNTIES[fips];
  if (list === undefined) return [];
  const regions = list.split('|').map((entry) => {
    const at = entry.lastIndexOf(' ');
    return { key: entry.slice(at + 1), text: entry.slice(0, at) };
  });
  // A city apart from its county has the same name in a few states.
  const counts = Map.groupBy(regions, ({ text }) => text);
  return regions.map(({ key, text }) =>
    (counts.get(text)?.length ?? 0) > 1 && Number(key) >= 510 ? { key, text: `${text} (city)` } : { key, text },
  );
}
