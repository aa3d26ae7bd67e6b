/**
 * A list of the portal as a tile shows it. `forbidden`: the user lacks the permission to see it; `no-asset`: the
 * dashboard is of a system in whose slots the user sees no asset. */
export type RecordList<Item> =
  | { state: 'loading' }
  | { state: 'forbidden' }
  | { state: 'no-asset' }
  | { state: 'error'; message: string; refresh: () => void }
  | {
      state: 'ready';
      items: readonly Item[];
      refresh: () => void;
      isRefreshing: boolean;
      /** Why the list could not be asked for again: what it holds may have changed since. */
      problem?: string | undefined;
    };

/** Whether a dashboard's asset is one: on a system's dashboard it is none. */
export function isAsset(assetId: number): boolean {
  return assetId > 0;
}
