import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useEffect, useMemo, useRef } from 'react';
import { isTyping } from '#actions/shortcut.ts';
import { toast } from '#ui/feedback/toast.ts';
import { readTiles, writeTiles } from '../model/clipboard.ts';
import { newId } from '../model/new-id.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import type { TileSelection } from './use-tile-selection.ts';

/** What was copied last in this window: menus cannot ask every browser for its clipboard. */
let lastCopied = '';

interface TileClipboardOptions {
  tab: DashboardTab | undefined;
  isEditing: boolean;
  selection: TileSelection;
  announce: (text: string) => void;
  /** Brings tiles into view that were just pasted. */
  reveal: (tileId: string) => void;
}

export interface TileClipboard {
  copy(): void;
  cut(): void;
  paste(): void;
}

/**
 * Copy, cut and paste of tiles, as text on the system's clipboard: it carries them to another tab, dashboard, window
 * or portal. Ctrl+C, Ctrl+X and Ctrl+V arrive as the browser's own events, which need no permission.
 */
export function useTileClipboard(options: TileClipboardOptions): TileClipboard {
  const { dispatch } = useDashboard();
  const latest = useRef(options);
  latest.current = options;
  const { isEditing } = options;

  const actions = useMemo(() => {
    /** The text of what is copied; undefined when nothing is selected. */
    function take(isCut: boolean): string | undefined {
      const { tab, selection, announce } = latest.current;
      const tileIds = selection.targets();
      if (tab === undefined || tileIds.length === 0) return undefined;
      lastCopied = writeTiles(tab, tileIds);
      if (isCut) dispatch({ type: 'edit', edit: { kind: 'delete-tiles', tileIds }, label: `Cut ${count(tileIds)}` });
      announce(`${count(tileIds)} ${isCut ? 'cut' : 'copied'}.`);
      return lastCopied;
    }
    /** Answers whether there were tiles in the text. */
    function put(text: string): boolean {
      const { tab, selection, announce, reveal } = latest.current;
      const tiles = tab === undefined ? [] : readTiles(text, newId);
      if (tab === undefined || tiles.length === 0) return false;
      dispatch({ type: 'edit', edit: { kind: 'paste-tiles', tabId: tab.tab.id, tiles } });
      const ids = tiles.map(({ tile }) => tile.id);
      selection.set(ids);
      if (ids[0] !== undefined) reveal(ids[0]);
      announce(`${count(ids)} pasted.`);
      return true;
    }
    /** From the menu: to the system's clipboard too, where the browser lets a page write it. */
    function share(text: string | undefined): void {
      if (text === undefined) toast('Select a tile first.');
      // Without https there is none, and a refusal is no loss: the window has its own copy.
      else void navigator.clipboard?.writeText(text).catch(() => undefined);
    }
    return {
      take,
      put,
      copy: () => share(take(false)),
      cut: () => share(take(true)),
      paste: () => {
        if (!put(lastCopied)) toast('Nothing was copied in this window. Press Ctrl+V to paste from another one.');
      },
    };
  }, [dispatch]);

  useEffect(() => {
    if (!isEditing) return;
    const isOurs = (event: ClipboardEvent) =>
      !event.defaultPrevented && !isTyping(document.activeElement) && (window.getSelection()?.isCollapsed ?? true);
    const onCopy = (event: ClipboardEvent) => {
      const text = isOurs(event) ? actions.take(event.type === 'cut') : undefined;
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isOurs(event) && actions.put(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [isEditing, actions]);

  return actions;
}

function count(tileIds: readonly string[]): string {
  return tileIds.length === 1 ? '1 tile' : `${tileIds.length} tiles`;
}
