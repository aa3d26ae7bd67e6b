import type { assets } from '@telltale/contract';

/** Pictures and long texts are no column. */
const NO_COLUMNS = new Set([
  'thumbnail',
  'marker',
  'aliasmap',
  'streammap',
  'scalingmap',
  'maintenance-schedule',
  'patientinfo',
  'extralinks',
  'analogchannels',
]);

/** Attributes that can be columns of the list of assets, at most. */
export const MOST_COLUMNS = 20;
export const MOST_OFFERED = 200;

/** The names of all attributes that the assets have, each once whatever its case. */
export function attributeNames(list: readonly assets.Asset[]): string[] {
  const known = new Map<string, string>();
  for (const { attributes } of list) {
    for (const { attributeName } of attributes) {
      const key = attributeName.toLowerCase();
      if (!NO_COLUMNS.has(key) && !known.has(key)) known.set(key, attributeName);
    }
  }
  return [...known.values()].sort((a, b) => a.localeCompare(b));
}
