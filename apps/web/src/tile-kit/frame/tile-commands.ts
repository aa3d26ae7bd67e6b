import type { KeyboardEvent, MouseEvent } from 'react';

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

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys move a tile, with Shift they resize it. Answers whether the key was one of them. */
export function moveByKey(event: KeyboardEvent, tileId: string, commands: TileCommands): boolean {
  const step = arrows[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  event.preventDefault();
  if (event.shiftKey) commands.resize(tileId, step[0], step[1], event.repeat);
  else commands.move(tileId, step[0], step[1], event.repeat);
  return true;
}

/** The keys of a tile that has the focus itself: those above, Enter edits it, Space selects it. */
export function pressTileKey(event: KeyboardEvent, tileId: string, commands: TileCommands): void {
  if (event.target !== event.currentTarget || moveByKey(event, tileId, commands)) return;
  if (event.key === 'Enter') commands.edit(tileId);
  else if (event.key === ' ') commands.select(tileId, true);
  else return;
  event.preventDefault();
}

/** Whether a press adds to the selection. A finger has no Shift: each tap adds, and takes away again. */
export function isAdding({ shiftKey, ctrlKey, metaKey, nativeEvent }: MouseEvent): boolean {
  return shiftKey || ctrlKey || metaKey || isOfFinger(nativeEvent);
}

/** Whether a press came from a finger. */
export function isOfFinger(event: globalThis.MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'touch';
}
