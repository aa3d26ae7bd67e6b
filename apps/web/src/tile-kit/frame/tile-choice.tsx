import { createContext, useCallback, useContext, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';

/** Id of the tile around a view; none in the preview of a form, which is no tile yet. */
export const TileIdContext = createContext<string | undefined>(undefined);

const KEY_START = 'tile.';

/**
 * What a viewer chose on a tile, as text. It stands in the address (`?tile.{tileId}=…`), so it survives a reload and goes
 * along with a link, and it changes nothing that others see. Undefined: nothing was chosen.
 */
export function useTileChoice(): [choice: string | undefined, choose: (choice: string | undefined) => void] {
  const tileId = useContext(TileIdContext);
  const [search, setSearch] = useSearchParams();
  const [preview, setPreview] = useState<string>();
  const key = KEY_START + tileId;
  const choose = useCallback(
    (choice: string | undefined) =>
      setSearch(
        (before) => {
          const params = new URLSearchParams(before);
          if (choice === undefined) params.delete(key);
          else params.set(key, choice);
          return params;
        },
        { replace: true },
      ),
    [setSearch, key],
  );
  const stored = search.get(key) ?? undefined;
  return useMemo(
    () => (tileId === undefined ? [preview, setPreview] : [stored, choose]),
    [tileId, preview, stored, choose],
  );
}
