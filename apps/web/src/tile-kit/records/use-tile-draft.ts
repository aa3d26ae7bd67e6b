import { useContext } from 'react';
import { useKeptDraft } from '#pages/kept-draft.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { TileIdContext } from '../frame/tile-choice.tsx';

/**
 * What a viewer typed on a tile and did not send, as it was left: theirs alone, on this asset, in this window.
 * @param about what it was typed into; of other fields it is another one
 */
export function useTileDraft<Draft extends object>(about: string, start: () => Draft) {
  const tileId = useContext(TileIdContext);
  const { assetId } = useDashboardScope().asset;
  return useKeptDraft(tileId === undefined ? undefined : `tile ${assetId} ${tileId} ${about}`, start);
}
