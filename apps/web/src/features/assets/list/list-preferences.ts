import { create } from 'zustand';

/** Rows of a page when nobody has chosen, and the limits of the choice (spec 1 §5, §9). */
const DEFAULT_ROWS = 8;
export const LEAST_ROWS = 1;
export const MOST_ROWS = 100;

/** What a browser remembers of how its user looks at the list (spec 1 §9). */
export interface ListPreferences {
  rows: number;
  showMap: boolean;
  compactAssetRow: boolean;
}

const KEYS = { rows: 'assetRowsPerPage', showMap: 'showMap', compactAssetRow: 'compactAssetRow' } as const;

function readPreferences(): ListPreferences {
  const rows = Number(localStorage.getItem(KEYS.rows) ?? DEFAULT_ROWS);
  return {
    rows: Number.isInteger(rows) && rows >= LEAST_ROWS && rows <= MOST_ROWS ? rows : DEFAULT_ROWS,
    showMap: localStorage.getItem(KEYS.showMap) === 'true',
    compactAssetRow: localStorage.getItem(KEYS.compactAssetRow) === 'true',
  };
}

const useStore = create<ListPreferences>()(readPreferences);

/** How the list is looked at; read from the browser when the page opens. */
export function useListPreferences(): ListPreferences {
  return useStore();
}

/** Changes some of it, and remembers that. */
export function keepListPreferences(change: Partial<ListPreferences>): void {
  for (const [name, value] of Object.entries(change))
    localStorage.setItem(KEYS[name as keyof typeof KEYS], String(value));
  useStore.setState(change);
}

/** Reads again what the browser remembers: another tab may have changed it. */
export function readListPreferences(): void {
  useStore.setState(readPreferences());
}
