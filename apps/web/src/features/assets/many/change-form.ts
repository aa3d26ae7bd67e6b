import type { ReactNode } from 'react';
import type { AssetRow } from '../list/asset-list.ts';

/** What each kind of change shows: its fields, what it changes, and the buttons that it is given. */
export interface ChangeFormProps {
  rows: readonly AssetRow[];
  /** @param act makes the change and says what was done; undefined: it cannot be made yet */
  actions: (label: string, act: (() => Promise<string>) | undefined, isDestructive?: boolean) => ReactNode;
}

/** `1 asset`, `12 assets`. */
export function countAssets(count: number): string {
  return count === 1 ? '1 asset' : `${count.toLocaleString('en')} assets`;
}
