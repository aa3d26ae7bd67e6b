import { Menu } from '@mantine/core';
import {
  IconArrowBarRight,
  IconCopy,
  IconDotsVertical,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { isAdding, moveByKey, type TileCommands } from './tile-commands.ts';
import classes from './tile-frame.module.css';

interface TileToolbarProps {
  tileId: string;
  label: string;
  columns: number;
  rows: number;
  commands: TileCommands;
}

/** Read as the menu opens: a tile is not drawn again for a change of the tabs. */
function MoveToTab({ tileId, commands }: Pick<TileToolbarProps, 'tileId' | 'commands'>) {
  const others = commands.otherTabs(tileId);
  if (others.length === 0) return null;
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconArrowBarRight size={14} />}>Move to tab</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {others.map(({ tabId, name }) => (
          <Menu.Item key={tabId} onClick={() => commands.moveToTab(tileId, tabId)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** Grip, size, Edit, and the menu of a tile in edit mode. Arrow keys on the grip move it, with Shift they resize it. */
export function TileToolbar({ tileId, label, columns, rows, commands }: TileToolbarProps) {
  const size = `${columns} × ${rows}`;
  return (
    <>
      {/* Covers the view: while editing, a press on the tile moves it instead of using it. */}
      {/* biome-ignore-start lint/a11y: shortcuts for the mouse; the frame has the same on keys. */}
      <div
        className={`${classes.surface} tt-tile-surface`}
        onClick={(event) => commands.select(tileId, isAdding(event))}
        onDoubleClick={() => commands.edit(tileId)}
      />
      {/* biome-ignore-end lint/a11y: as above */}
      <div className={classes.toolbar} role="toolbar" aria-label={`Edit ${label}`}>
        <div className={classes.tools}>
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
              <MoveToTab tileId={tileId} commands={commands} />
            </Menu.Dropdown>
          </Menu>
        </div>
        <button
          type="button"
          className={`${classes.grip} tt-tile-grip`}
          aria-label={`Move ${label}, ${size}: arrow keys move, Shift and arrow keys resize`}
          onKeyDown={(event) => moveByKey(event, tileId, commands)}
        >
          <IconGripVertical size={14} aria-hidden />
          <span className={classes.gridSize}>{size}</span>
        </button>
      </div>
    </>
  );
}
