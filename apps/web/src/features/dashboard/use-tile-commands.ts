import type { LayoutSize } from '@telltale/contract';
import { findTile } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useMemo, useRef } from 'react';
import type { TileCommands } from '#tile-kit/TileToolbar.tsx';
import { useDashboard } from './dashboard-context.ts';
import { moveItem, resizeItem, tabLayout } from './model/layout.ts';
import { newId } from './model/new-id.ts';

/** The commands of every tile's edit toolbar; one object for as long as the dashboard is there. */
export function useTileCommands(size: LayoutSize): TileCommands {
  const { state, dispatch, setDialog } = useDashboard();
  const latest = useRef({ state, size });
  latest.current = { state, size };

  return useMemo(() => {
    function arrange(tileId: string, change: typeof moveItem, dx: number, dy: number): void {
      const { state, size } = latest.current;
      const tab = findTile(state.working, tileId)?.tab;
      if (tab === undefined) return;
      const layout = change(tabLayout(tab, size), tileId, dx, dy, size);
      dispatch({ type: 'edit', edit: { kind: 'set-layout', tabId: tab.tab.id, size, layout } });
    }
    return {
      edit: (tileId) => setDialog({ kind: 'edit-tile', tileId }),
      clone: (tileId) => dispatch({ type: 'edit', edit: { kind: 'clone-tile', tileId, newId: newId() } }),
      delete: (tileId) => dispatch({ type: 'edit', edit: { kind: 'delete-tile', tileId } }),
      move: (tileId, dx, dy) => arrange(tileId, moveItem, dx, dy),
      resize: (tileId, dw, dh) => arrange(tileId, resizeItem, dw, dh),
    };
  }, [dispatch, setDialog]);
}
