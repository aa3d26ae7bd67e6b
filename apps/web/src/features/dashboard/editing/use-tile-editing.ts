import type { LayoutSize } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TileCommands } from '#tile-kit/frame/tile-commands.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { type TileClipboard, useTileClipboard } from './use-tile-clipboard.ts';
import { useTileCommands } from './use-tile-commands.ts';
import { type TileSelection, useTileSelection } from './use-tile-selection.ts';

export interface TileEditing {
  readonly commands: TileCommands;
  readonly selection: TileSelection;
  readonly clipboard: TileClipboard;
  /** What was done last, for who does not see the grid. */
  readonly announcement: string;
  /** Brings a tile into sight and gives it the focus once no dialog is open. */
  revealAfterDialog(tileId: string): void;
}

/** The grid draws a new tile some frames after it is told of it. */
const DRAWN_WITHIN_FRAMES = 10;

/** What is done to the tiles of the active tab: one by one, selected, copied. */
export function useTileEditing(tab: DashboardTab | undefined, size: LayoutSize, isEditing: boolean): TileEditing {
  const [announcement, announce] = useState('');
  const [revealed, reveal] = useState<string>();
  const selection = useTileSelection(tab, isEditing);
  const commands = useTileCommands({ size, selection, announce });
  const clipboard = useTileClipboard({ tab, isEditing, selection, announce, reveal });

  // After its form a tile has the focus, also one that was just added, whose menu is gone.
  const { dialog } = useDashboard().state;
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    if (dialog?.kind === 'edit-tile') awaited.current = dialog.tileId;
    if (dialog !== undefined || awaited.current === undefined) return;
    reveal(awaited.current);
    awaited.current = undefined;
  }, [dialog]);
  const revealAfterDialog = useCallback((tileId: string) => {
    awaited.current = tileId;
  }, []);

  useEffect(() => {
    if (revealed === undefined) return;
    let framesLeft = DRAWN_WITHIN_FRAMES;
    let next = 0;
    const look = () => {
      const frame = document.querySelector<HTMLElement>(`[data-tile-id="${CSS.escape(revealed)}"]`);
      if (frame === null && framesLeft-- > 0) {
        next = requestAnimationFrame(look);
        return;
      }
      frame?.scrollIntoView({ block: 'nearest' });
      frame?.focus({ preventScroll: true });
      reveal(undefined);
    };
    look();
    return () => cancelAnimationFrame(next);
  }, [revealed]);

  return { commands, selection, clipboard, announcement, revealAfterDialog };
}
