import type { LayoutSize } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useEffect, useState } from 'react';
import type { TileCommands } from '#tile-kit/tile-commands.ts';
import { type TileClipboard, useTileClipboard } from './use-tile-clipboard.ts';
import { useTileCommands } from './use-tile-commands.ts';
import { type TileSelection, useTileSelection } from './use-tile-selection.ts';

export interface TileEditing {
  readonly commands: TileCommands;
  readonly selection: TileSelection;
  readonly clipboard: TileClipboard;
  /** What was done last, for who does not see the grid. */
  readonly announcement: string;
}

/** What is done to the tiles of the active tab: one by one, selected, copied. */
export function useTileEditing(tab: DashboardTab | undefined, size: LayoutSize, isEditing: boolean): TileEditing {
  const [announcement, announce] = useState('');
  const [revealed, reveal] = useState<string>();
  const selection = useTileSelection(tab, isEditing);
  const commands = useTileCommands({ size, selection, announce });
  const clipboard = useTileClipboard({ tab, isEditing, selection, announce, reveal });

  useEffect(() => {
    if (revealed === undefined) return;
    const frame = document.querySelector<HTMLElement>(`[data-tile-id="${CSS.escape(revealed)}"]`);
    frame?.scrollIntoView({ block: 'nearest' });
    frame?.focus({ preventScroll: true });
    reveal(undefined);
  }, [revealed]);

  return { commands, selection, clipboard, announcement };
}
