import type { KeyboardEvent, MouseEvent } from 'react';
import { pressKey } from '#ui/keys.ts';

/** What can be done to a tile while editing. The object stays the same between renders, so a dashboard's tiles do too. */
export interface TileCommands {
  edit(tileId: string): void;
  clone(tileId: string): void;
  delete(tileId: string): void;
  /** The tabs that the tile is not on. */
  otherTabs(tileId: string): readonly { readonly tabId: string; readonly name: string }[];
  /** Moves the tile, and those selected with it, to another tab. */
  moveToTab(tileId: string, tabId: string): void;
  /** Moves by grid units, from the keyboard; `isRepeat` while the key is held down. */
  move(tileId: string, dx: number, dy: number, isRepeat: boolean): void;
  /** Grows or shrinks by grid units, from the keyboard. */
  resize(tileId: string, dw: number, dh: number, isRepeat: boolean): void;
  /** Selects the tile alone, or (with Shift, Ctrl or a finger) adds it to the selection and takes it away again. */
  select(tileId: string, isAdding: boolean): void;
}

/** Arrow keys move a tile, with Shift they resize it. Answers whether the key was one of them. */
export function moveByKey(event: KeyboardEvent, tileId: string, commands: TileCommands): boolean {
  const by = (right: number, down: number) => () => {
    if (event.shiftKey) commands.resize(tileId, right, down, event.repeat);
    else commands.move(tileId, right, down, event.repeat);
  };
  return pressKey(event, {
    ArrowLeft: by(-1, 0),
    ArrowRight: by(1, 0),
    ArrowUp: by(0, -1),
    ArrowDown: by(0, 1),
  });
}

/** The keys of a tile that has the focus itself: those above, Enter edits it, Space selects it. */
export function pressTileKey(event: KeyboardEvent, tileId: string, commands: TileCommands): void {
  if (event.target !== event.currentTarget || moveByKey(event, tileId, commands)) return;
  pressKey(event, {
    Enter: () => commands.edit(tileId),
    ' ': () => commands.select(tileId, true),
  });
}

/** Whether a press adds to the selection. A finger has no Shift: each tap adds, and takes away again. */
export function isAdding({ shiftKey, ctrlKey, metaKey, nativeEvent }: MouseEvent): boolean {
  return shiftKey || ctrlKey || metaKey || isOfFinger(nativeEvent);
}

/** Whether a press came from a finger. */
export function isOfFinger(event: globalThis.MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'touch';
}
