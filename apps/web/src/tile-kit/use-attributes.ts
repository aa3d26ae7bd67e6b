import { useMemo } from 'react';
import { useDashboardScope } from './dashboard-scope.tsx';

export interface AttributeReader {
  /** The value of an attribute of the dashboard's asset; names match without regard to case (spec 1 §3). */
  get(name: string): string | undefined;
}

/** The attributes of the asset that the dashboard shows. */
export function useAttributes(): AttributeReader {
  const { asset } = useDashboardScope();
  return useMemo(() => {
    const byName = new Map(
      asset.attributes.map(({ attributeName, attributeValue }) => [attributeName.toLowerCase(), attributeValue]),
    );
    return { get: (name) => byName.get(name.toLowerCase()) };
  }, [asset.attributes]);
}
