import { useMemo } from 'react';
import { useOwnAttribute } from '#session/own-attributes.ts';

/** Assets that the user has put first, in their order (spec 1 §3); what cannot be read counts as none. */
export function usePins(): readonly number[] {
  const stored = useOwnAttribute('pinnedAssets');
  return useMemo(() => readList(stored).filter((id): id is number => Number.isSafeInteger(id)), [stored]);
}

/** Attributes that the user wants as columns (spec 1 §3). */
export function useAttributeColumns(): readonly string[] {
  const stored = useOwnAttribute('attributeColumns');
  return useMemo(
    () => [...new Set(readList(stored).filter((name): name is string => typeof name === 'string' && name !== ''))],
    [stored],
  );
}

function readList(json: string | undefined): unknown[] {
  if (json === undefined || json === '') return [];
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : [];
  } catch {
    // Written by something else: names with commas between them.
    return json.split(',').map((name) => name.trim());
  }
}
