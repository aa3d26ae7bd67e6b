import { formatDateTime, NO_VALUE } from '@telltale/domain';
import type { Reading } from '#readings/readings.ts';
import type { ScopeAsset } from '#tile-kit/dashboard-scope.tsx';
import { valueText } from '#tiles/shared/reading/value-text.ts';
import type { AssetField, SubstitutionProperty } from './tokens.ts';

/** What a property of a reading looks like in a text. */
export function propertyText(
  reading: Reading,
  property: SubstitutionProperty,
  decimals: number | null,
  zone: string,
): string {
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
