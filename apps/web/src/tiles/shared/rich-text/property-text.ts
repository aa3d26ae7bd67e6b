import { formatDateTime, NO_VALUE } from '@telltale/domain';
import type { ScopeAsset } from '#tile-kit/dashboard-scope.tsx';
import type { Reading } from '#tile-kit/readings.ts';
import { valueText } from '#tiles/shared/reading/value-text.ts';
import type { AssetField, SubstitutionProperty } from './tokens.ts';

/** What a property of a reading looks like in a text. */
export function propertyText(reading: Reading, property: SubstitutionProperty, decimals: number, zone: string): string {
  switch (property) {
    case 'name':
      return reading.name || NO_VALUE;
    case 'unit':
      return reading.unit;
    case 'timestamp':
      return formatDateTime(reading.timestamp, zone);
    case 'value':
      return reading.state === 'ok' ? valueText(reading, decimals) : NO_VALUE;
  }
}

/** What is written of the dashboard's asset. */
export function assetText(asset: ScopeAsset, field: AssetField): string {
  if (field === 'alias') return asset.assetAlias || asset.serialNumber;
  return String(asset[field]);
}

/** What is not normal about a value: it is marked by a line below it as well as by words. */
export function doubtOf({ quality, isStale }: Reading): { kind: string; words: string } | undefined {
  if (quality === 'bad') return { kind: 'bad', words: 'bad quality' };
  if (quality === 'uncertain') return { kind: 'uncertain', words: 'uncertain' };
  return isStale ? { kind: 'stale', words: 'no longer current' } : undefined;
}
