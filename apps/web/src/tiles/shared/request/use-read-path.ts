import { useCallback } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useAttributes } from '#tile-kit/records/use-attributes.ts';
import { assetText } from '#tiles/shared/rich-text/property-text.ts';
import { findSource, type Substitutions } from '#tiles/shared/rich-text/substitutions.ts';
import type { ReadPathText } from './fill-template.ts';

/**
 * Reads what a path stands for at the moment of the call, as plain text: values unrounded and without a unit, times in
 * ISO form. `asset.assetId`, `asset.serialNumber` and `asset.alias` are the dashboard's asset. '' where there is nothing.
 */
export function useReadPath(substitutions: Substitutions): ReadPathText {
  const { asset, definition, sent, resolve } = useDashboardScope();
  const { readings } = sent;
  const attributes = useAttributes();
  return useCallback(
    (path) => {
      const source = findSource(path, substitutions, definition);
      if (source === undefined) return '';
      if (source.kind === 'asset') return assetText(asset, source.field);
      if (source.kind === 'attribute') return attributes.get(source.attributeName) ?? '';
      const item = resolve(source.selection);
      if (item === undefined) return '';
      const reading = readings.read(item);
      switch (source.property) {
        case 'name':
          return reading.name;
        case 'unit':
          return reading.unit;
        case 'timestamp':
          return reading.timestamp === null ? '' : new Date(reading.timestamp).toISOString();
        case 'value':
          return (reading.isString ? reading.stringValue : reading.value)?.toString() ?? '';
      }
    },
    [asset, definition, readings, resolve, attributes, substitutions],
  );
}
