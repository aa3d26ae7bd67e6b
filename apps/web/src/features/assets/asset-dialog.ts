import { createContext } from 'react';

/** Which dialog of the assets page is open. */
export type AssetDialogRequest =
  | { kind: 'new' }
  | { kind: 'columns' }
  | { kind: 'token'; assetId: number; name: string; accessToken: string };

/** Opens a dialog of the assets page. */
export const AssetDialogContext = createContext<(request: AssetDialogRequest) => void>(() => undefined);
