import { GRID } from '@telltale/contract';
import type { DiffPlace, TileDiff } from '@telltale/domain/dashboard/dashboard-diff.ts';
import classes from '../changes/changes.module.css';
import { tileName } from '../model/describe-edit.ts';
import { changeWords } from './tile-change.ts';

/** Units of the drawing for a column and a row: a row is 10 + 4 px, a column of a 1,440 px window about 15. */
const COLUMN = 10;
const ROW = 9.4;
const WIDTH = GRID.columns.lg * COLUMN;
/** Below this height in units a tile has no room for its name. */
const NAME_HEIGHT = 36;
/** What was changed lies over what was not, and what is gone below all that stands there now. */
const DRAWN_LAST: readonly TileDiff['kind'][] = ['removed', 'same', 'moved', 'changed', 'added'];

/** A tab's grid, small: what was added, removed, moved and changed, each with its sign. */
export function LayoutMiniature({ tiles }: { tiles: readonly TileDiff[] }) {
  const rows = Math.max(
    1,
    ...tiles.flatMap(({ before, after }) => [before, after].map((at) => (at ? at.y + at.h : 0))),
  );
  const counts = Object.entries(Object.groupBy(tiles, ({ kind }) => kind)).flatMap(([kind, list]) =>
    kind === 'same' ? [] : [`${list.length} ${changeWords[kind as TileDiff['kind']].word}`],
  );
  const drawn = [...tiles].sort((a, b) => DRAWN_LAST.indexOf(a.kind) - DRAWN_LAST.indexOf(b.kind));
  return (
    <svg
      className={classes.miniature}
      viewBox={`0 0 ${WIDTH} ${rows * ROW}`}
      role="img"
      aria-label={`Tiles of the tab: ${counts.join(', ') || 'none changed'}`}
    >
      <title>{counts.join(', ')}</title>
      {drawn.map((tile) => (
        <MiniatureTile key={tile.tileId} tile={tile} />
      ))}
    </svg>
  );
}

function MiniatureTile({ tile }: { tile: TileDiff }) {
  const { before, after, kind } = tile;
  const place = after ?? before;
  if (place === undefined) return null;
  const box = boxOf(place);
  const from = before !== undefined && after !== undefined && !isSamePlace(before, after) ? boxOf(before) : undefined;
  const name = tileName(tile.tile);
  const { sign, word } = changeWords[kind];
  return (
    <g className={classes.miniatureTile} data-kind={kind}>
      <title>{`${name}: ${word}`}</title>
      {from !== undefined && (
        <>
          <rect className={classes.ghost} {...from} rx={4} />
          <line className={classes.way} {...wayFrom(from, box)} />
        </>
      )}
      <rect className={classes.box} {...box} rx={4} />
      {sign !== '' && (
        <text className={classes.sign} x={box.x + box.width - 8} y={box.y + 22} textAnchor="end">
          {sign}
        </text>
      )}
      {box.height >= NAME_HEIGHT && (
        <text className={classes.miniatureName} x={box.x + 8} y={box.y + 22}>
          {shorten(name, box.width)}
        </text>
      )}
    </g>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function boxOf({ x, y, w, h }: DiffPlace): Box {
  return { x: x * COLUMN + 2, y: y * ROW + 2, width: w * COLUMN - 4, height: Math.max(2, h * ROW - 4) };
}

function wayFrom(from: Box, to: Box) {
  return {
    x1: from.x + from.width / 2,
    y1: from.y + from.height / 2,
    x2: to.x + to.width / 2,
    y2: to.y + to.height / 2,
  };
}

function isSamePlace(first: DiffPlace, second: DiffPlace): boolean {
  return first.x === second.x && first.y === second.y && first.w === second.w && first.h === second.h;
}

/** About nine units for each character, and room for the sign. */
function shorten(name: string, width: number): string {
  const most = Math.floor((width - 40) / 9);
  if (name.length <= most) return name;
  return most < 3 ? '' : `${name.slice(0, most - 1)}…`;
}
