import { Menu } from '@mantine/core';
import { IconCopy, IconDotsVertical, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './TileFrame.module.css';

/** What the edit toolbar does. The object stays the same between renders, so a dashboard's tiles do too. */
export interface TileCommands {
  edit(tileId: string): void;
  clone(tileId: string): void;
  delete(tileId: string): void;
  /** Moves by grid units, from the keyboard. */
  move(tileId: string, dx: number, dy: number): void;
  /** Grows or shrinks by grid units, from the keyboard. */
  resize(tileId: string, dw: number, dh: number): void;
}

interface TileToolbarProps {
  tileId: string;
  label: string;
  columns: number;
  rows: number;
  commands: TileCommands;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Grip, size, Edit, and the menu of a tile in edit mode. Arrow keys on the grip move it, with Shift they resize it. */
export function TileToolbar({ tileId, label, columns, rows, commands }: TileToolbarProps) {
  function onGripKey(event: KeyboardEvent): void {
    const step = arrows[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (event.shiftKey) commands.resize(tileId, step[0], step[1]);
    else commands.move(tileId, step[0], step[1]);
  }

  return (
    <>
      {/* Covers the view: while editing, a press on the tile moves it instead of using it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the Edit button is the way in. */}
      <div className={`${classes.surface} tt-tile-surface`} onDoubleClick={() => commands.edit(tileId)} />
      <div className={classes.toolbar} role="toolbar" aria-label={`Edit ${label}`}>
        <button
          type="button"
          className={classes.tool}
          aria-label="Edit"
          title="Edit"
          onClick={() => commands.edit(tileId)}
        >
          <IconPencil size={15} aria-hidden />
        </button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <button type="button" className={classes.tool} aria-label="Tile menu" title="Tile menu">
              <IconDotsVertical size={15} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => commands.delete(tileId)}>
              Delete
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => commands.clone(tileId)}>
              Clone
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => commands.edit(tileId)}>
              Edit
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <button
          type="button"
          className={`${classes.grip} tt-tile-grip`}
          aria-label={`Move ${label}: arrow keys move, Shift and arrow keys resize`}
          onKeyDown={onGripKey}
        >
          <IconGripVertical size={14} aria-hidden />
          <span className={classes.gridSize}>
            {columns} × {rows}
          </span>
        </button>
      </div>
    </>
  );
}
