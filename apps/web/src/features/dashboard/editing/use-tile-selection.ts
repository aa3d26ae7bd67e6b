import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';

/** The tiles of the active tab that the next command is for. */
export interface TileSelection {
  readonly ids: ReadonlySet<string>;
  /** Selects a tile alone, or adds it and takes it away again. */
  press(tileId: string, isAdding: boolean): void;
  set(tileIds: Iterable<string>): void;
  /** The tile with the rest of the selection that it is part of; alone when it is not. */
  withOthers(tileId: string): readonly string[];
  /** What a command without a tile of its own is for: the tile with the focus, else the selection. */
  targets(): readonly string[];
}

/** Selection of tiles while editing; it ends with the edit mode and with a change of tab. */
export function useTileSelection(tab: DashboardTab | undefined, isEditing: boolean): TileSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tabId = tab?.tab.id;
  const [chosenOnTab, setChosenOnTab] = useState(tabId);

  // While rendering, so that another tab is never drawn with the selection of the one before.
  if (tabId !== chosenOnTab) {
    setChosenOnTab(tabId);
    setChosen(new Set());
  }
  // When editing begins there may be one: tiles that were just added are selected.
  useEffect(() => {
    if (!isEditing) setChosen(new Set());
  }, [isEditing]);

  const tiles = tab?.tiles;
  const ids = useMemo(() => new Set((tiles ?? []).map(({ id }) => id).filter((id) => chosen.has(id))), [tiles, chosen]);
  const press = useCallback(
    (tileId: string, isAdding: boolean) =>
      setChosen((before) => {
        if (!isAdding) return new Set([tileId]);
        const next = new Set(before);
        if (!next.delete(tileId)) next.add(tileId);
        return next;
      }),
    [],
  );
  const set = useCallback((tileIds: Iterable<string>) => setChosen(new Set(tileIds)), []);

  return useMemo(() => {
    const withOthers = (tileId: string) => (ids.has(tileId) ? [...ids] : [tileId]);
    const targets = () => {
      const focused = focusedTileId();
      const isHere = focused !== undefined && (tiles ?? []).some(({ id }) => id === focused);
      return isHere ? withOthers(focused) : [...ids];
    };
    return { ids, press, set, withOthers, targets };
  }, [ids, tiles, press, set]);
}

/** The tile that has the focus, or something in it. */
function focusedTileId(): string | undefined {
  const frame = document.activeElement?.closest('[data-tile-id]');
  return frame instanceof HTMLElement ? frame.dataset.tileId : undefined;
}
