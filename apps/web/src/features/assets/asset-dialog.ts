import { createContext } from 'react';
import type { AssetRow } from './list/asset-list.ts';

/** What can be done with many assets at once. */
export type ManyChange = 'attribute' | 'offline' | 'group' | 'delete';

/** Which dialog of the assets page is open. */
export type AssetDialogRequest =
  | { kind: 'new' }
  | { kind: 'columns' }
  | { kind: 'import' }
  | { kind: 'many'; change: ManyChange; rows: readonly AssetRow[]; onDone: () => void }
  | { kind: 'token'; assetId: number; name: string; accessToken: string };

/** Opens a dialog of the assets page. */
export const AssetDialogContext = createContext<(request: AssetDialogRequest) => void>(() => undefined);
