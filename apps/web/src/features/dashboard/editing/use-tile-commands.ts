import type { LayoutSize } from '@telltale/contract';
import { findTile } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useMemo, useRef } from 'react';
import type { TileCommands } from '#tile-kit/frame/tile-commands.ts';
import { describeEdit, nameOfAll } from '../model/describe-edit.ts';
import { moveTogether, resizeItem, type TilePlace, tabLayout } from '../model/layout.ts';
import { newId } from '../model/new-id.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import type { TileSelection } from './use-tile-selection.ts';

interface TileCommandsOptions {
  size: LayoutSize;
  selection: TileSelection;
  /** Tells who does not see the grid what has happened on it. */
  announce: (text: string) => void;
}

/** The commands of every tile's edit toolbar; one object for as long as the dashboard is there. */
export function useTileCommands(options: TileCommandsOptions): TileCommands {
  const { state, dispatch, setDialog } = useDashboard();
  const latest = useRef({ state, ...options });
  latest.current = { state, ...options };

  return useMemo(() => {
    let gesture = newId();

    function arrange(tileId: string, verb: string, isRepeat: boolean, change: (at: Arranging) => TilePlace[]): void {
      const { state, size, selection, announce } = latest.current;
      const tab = findTile(state.working, tileId)?.tab;
      if (tab === undefined) return;
      if (!isRepeat) gesture = newId();
      const ids = verb === 'Move' ? selection.withOthers(tileId) : [tileId];
      const layout = change({ layout: tabLayout(tab, size), ids, size });
      const label = `${verb} ${nameOfAll(state.working, ids)}`;
      dispatch({ type: 'edit', edit: { kind: 'set-layout', tabId: tab.tab.id, size, layout }, label, gesture });
      announce(describePlace(nameOfAll(state.working, [tileId]), layout, tileId));
    }

    return {
      edit: (tileId) => setDialog({ kind: 'edit-tile', tileId }),
      clone: (tileId) => dispatch({ type: 'edit', edit: { kind: 'clone-tile', tileId, newId: newId() } }),
      delete: (tileId) => {
        latest.current.announce(`${nameOfAll(latest.current.state.working, [tileId])} deleted.`);
        dispatch({ type: 'edit', edit: { kind: 'delete-tiles', tileIds: [tileId] } });
      },
      otherTabs: (tileId) => {
        const { tabs } = latest.current.state.working;
        const others = tabs.filter(({ tiles }) => !tiles.some(({ id }) => id === tileId));
        return others.map(({ tab }) => ({ tabId: tab.id, name: tab.name }));
      },
      moveToTab: (tileId, tabId) => {
        const { state, selection, announce } = latest.current;
        const edit = { kind: 'move-tiles', tileIds: selection.withOthers(tileId), tabId } as const;
        announce(`${describeEdit(state.working, edit)}.`);
        dispatch({ type: 'edit', edit });
      },
      move: (tileId, dx, dy, isRepeat) =>
        arrange(tileId, 'Move', isRepeat, ({ layout, ids, size }) => moveTogether(layout, ids, dx, dy, size)),
      resize: (tileId, dw, dh, isRepeat) =>
        arrange(tileId, 'Resize', isRepeat, ({ layout, size }) => resizeItem(layout, tileId, dw, dh, size)),
      select: (tileId, isAdding) => latest.current.selection.press(tileId, isAdding),
    };
  }, [dispatch, setDialog]);
}

interface Arranging {
  layout: TilePlace[];
  ids: readonly string[];
  size: LayoutSize;
}

function describePlace(name: string, layout: readonly TilePlace[], tileId: string): string {
  const place = layout.find(({ i }) => i === tileId);
  if (place === undefined) return '';
  return `${name}: column ${place.x + 1}, row ${place.y + 1}, ${place.w} wide, ${place.h} high.`;
}
