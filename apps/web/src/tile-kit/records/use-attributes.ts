import { useMemo } from 'react';
import { type ScopeAsset, useDashboardScope } from '../dashboard-scope.tsx';
import { type AssetMomentReading, useAssetMoment } from './asset-moments.ts';

export interface AttributeReader {
  /** The value of an attribute of the dashboard's asset; names match without regard to case (spec 1 §3). */
  get(name: string): string | undefined;
  /** All of them. */
  readonly list: readonly Attribute[];
}

/** The attributes of the asset that the dashboard shows, as they were at its moment. */
export function useAttributes(): AttributeReader {
  const { asset } = useDashboardScope();
  const reading = useAssetMoment();
  const attributes = attributesAt(reading) ?? asset.attributes;
  return useMemo(() => {
    const byName = new Map(
      attributes.map(({ attributeName, attributeValue }) => [attributeName.toLowerCase(), attributeValue]),
    );
    return { get: (name) => byName.get(name.toLowerCase()), list: attributes };
  }, [attributes]);
}

/** Nothing rather than something of another time while the past moment is asked for; undefined: those of now. */
function attributesAt(reading: AssetMomentReading): readonly Attribute[] | undefined {
  if (reading.kind === 'past') return reading.moment.attributes;
  return reading.kind === 'waiting' ? NO_ATTRIBUTES : undefined;
}

type Attribute = ScopeAsset['attributes'][number];

const NO_ATTRIBUTES: readonly Attribute[] = [];
