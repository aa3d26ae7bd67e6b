import { NO_VALUE } from '@telltale/domain';
import { useMemo } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useSentReadings } from '#tile-kit/readings/use-reading.ts';
import { useAttributes } from '#tile-kit/records/use-attributes.ts';
import { doubtOf } from '#tiles/shared/reading/doubt.ts';
import { assetText, propertyText } from './property-text.ts';
import { findSource, type Substitutions } from './substitutions.ts';
import { splitTokens } from './tokens.ts';

export interface PathText {
  text: string;
  /** Not empty: why the value is in doubt, in words. */
  doubt: string;
}

/** The paths of the substitutions in a text, each once. */
export function pathsOf(text: string): string[] {
  return [...new Set(splitTokens(text).flatMap((part) => (part.kind === 'token' ? [part.path] : [])))];
}

/** The current texts of several paths; the same object as long as all of them are the same. */
export function useSubstitutedTexts(
  paths: readonly string[],
  substitutions: Substitutions,
  decimals: number | null,
): Record<string, PathText> {
  const { asset, definition, zone } = useDashboardScope();
  const attributes = useAttributes();
  const sources = useMemo(
    () => paths.map((path) => findSource(path, substitutions, definition)),
    [paths, substitutions, definition],
  );
  const readings = useSentReadings(
    sources.map((source) => (source?.kind === 'dataItem' ? source.selection : { slotPath: [], dataItem: null })),
  );
  return useMemo(() => {
    const entries = paths.map((path, index): [string, PathText] => {
      const source = sources[index];
      const reading = readings[index];
      if (source?.kind === 'asset') return [path, { text: assetText(asset, source.field), doubt: '' }];
      if (source?.kind === 'attribute') {
        return [path, { text: attributes.get(source.attributeName) ?? NO_VALUE, doubt: '' }];
      }
      if (source === undefined || reading === undefined) return [path, { text: NO_VALUE, doubt: '' }];
      const doubt = source.property === 'value' ? (doubtOf(reading)?.words ?? '') : '';
      return [path, { text: propertyText(reading, source.property, decimals, zone), doubt }];
    });
    return Object.fromEntries(entries);
  }, [paths, sources, readings, attributes, asset, decimals, zone]);
}
