import { createContext } from 'react';

/** Which assets of the list are marked, to change them together. */
export interface AssetSelection {
  /** Undefined: nobody is marking. */
  readonly ids: ReadonlySet<number> | undefined;
  set(ids: ReadonlySet<number> | undefined): void;
}

export const SelectionContext = createContext<AssetSelection>({ ids: undefined, set: () => undefined });

/** The marked ones with one of them marked, or not any more. */
export function toggled(ids: ReadonlySet<number>, assetId: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(assetId)) next.add(assetId);
  return next;
}
