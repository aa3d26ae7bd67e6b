import { useMediaQuery } from '@mantine/hooks';
import { GRID, type LayoutSize } from '@telltale/contract';
import { useMemo, useRef, useState } from 'react';
import { type EventCallback, GridLayout } from 'react-grid-layout';
import { absoluteStrategy, getCompactor } from 'react-grid-layout/core';
import 'react-grid-layout/css/styles.css';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useUiStore } from '#actions/ui-store.ts';
import { TileFrame } from '#tile-kit/frame/TileFrame.tsx';
import type { TileCommands } from '#tile-kit/frame/tile-commands.ts';
import { useElementSize } from '#tile-kit/frame/use-element-size.ts';
import type { TileSelection } from '../editing/use-tile-selection.ts';
import { nameOfAll } from '../model/describe-edit.ts';
import {
  isSameLayout,
  packing,
  placeOf,
  placeTogether,
  resizeItem,
  type TilePlace,
  tabLayout,
} from '../model/layout.ts';
import { useDashboard } from './dashboard-context.ts';
import { definitionOf } from './tile-definition.ts';
import classes from './tile-grid.module.css';
import { useMarquee } from './use-marquee.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

interface TileGridProps {
  tab: DashboardTab;
  size: LayoutSize;
  /** Present while editing. */
  commands: TileCommands | undefined;
  selection: TileSelection;
}

/** A mouse takes a tile anywhere; a finger only by its grip, so that the page still scrolls under it. */
const ANYWHERE = '.tt-tile-surface, .tt-tile-grip';
const GRIP = '.tt-tile-grip';

/**
 * A tab of more tiles draws only those in sight, or the page would stand still for seconds with each edit. There the
 * others make way when a tile is put down, not while it is dragged: the grid does not know of all of them.
 */
const LARGE_TAB = 300;
const looseCompactor = getCompactor(null, true);

/** The tiles of a tab on the grid (spec 1 §2): 96 columns, 6 on a phone, rows of 10 px, 4 px apart. */
export function TileGrid({ tab, size, commands, selection }: TileGridProps) {
  const { state, dispatch } = useDashboard();
  const ref = useRef<HTMLDivElement>(null);
  const width = useElementSize(ref)?.width;
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const isEditing = commands !== undefined;
  const hasFullScreen = useUiStore((ui) => ui.fullScreenButton);
  const layout = useMemo(() => tabLayout(tab, size), [tab, size]);
  const isLarge = tab.tiles.length > LARGE_TAB;
  const rows = useRowsInSight(ref, isLarge);
  const drawn = useMemo(
    () => (rows === undefined ? layout : layout.filter(({ y, h }) => y < rows.to && y + h > rows.from)),
    [layout, rows],
  );
  const places = useMemo(() => new Map(drawn.map((place) => [place.i, place])), [drawn]);
  const heightPx = Math.max(0, ...layout.map(({ y, h }) => y + h)) * (GRID.rowHeight + GRID.margin) + GRID.margin;

  const gridConfig = useMemo(
    () => ({
      cols: GRID.columns[size],
      rowHeight: GRID.rowHeight,
      margin: [GRID.margin, GRID.margin] as [number, number],
      containerPadding: [GRID.margin, GRID.margin] as [number, number],
    }),
    [size],
  );
  const dragConfig = useMemo(
    () => ({ enabled: isEditing, handle: isTouch ? GRIP : ANYWHERE, allowMobileScroll: true }),
    [isEditing, isTouch],
  );
  const resizeConfig = useMemo(() => ({ enabled: isEditing, handles: ['se' as const] }), [isEditing]);

  // The size is read while it changes; only the tile under the mouse is drawn again for it.
  const [sizing, setSizing] = useState<{ i: string; w: number; h: number }>();
  const resizing: EventCallback = (_layout, _before, item) => {
    if (item !== null) setSizing((last) => (last?.w === item.w && last.h === item.h ? last : { ...item }));
  };

  function arrange(arrangement: readonly TilePlace[], label: string): void {
    if (isSameLayout(arrangement, layout)) return;
    dispatch({ type: 'edit', edit: { kind: 'set-layout', tabId: tab.tab.id, size, layout: arrangement }, label });
  }
  const dragged: EventCallback = (next, before, after) => {
    if (before === null || after === null) return;
    const ids = selection.withOthers(after.i);
    // The rest of a selection goes where the tile under the mouse went.
    const isWhole = ids.length === 1 && !isLarge;
    const arrangement = isWhole
      ? next.map(placeOf)
      : placeTogether(layout, ids, after.x - before.x, after.y - before.y, size);
    arrange(arrangement, `Move ${nameOfAll(state.working, ids)}`);
  };
  const resized: EventCallback = (next, before, item) => {
    setSizing(undefined);
    if (before === null || item === null) return;
    const arrangement = isLarge
      ? resizeItem(layout, item.i, item.w - before.w, item.h - before.h, size)
      : next.map(placeOf);
    arrange(arrangement, `Resize ${nameOfAll(state.working, [item.i])}`);
  };
  const { marquee, handlers } = useMarquee(ref, isEditing, (ids, isAdding) =>
    selection.set(isAdding ? [...selection.ids, ...ids] : ids),
  );

  return (
    <div ref={ref} className={classes.grid} data-editing={isEditing || undefined} {...handlers}>
      {marquee !== undefined && <div className={classes.marquee} style={{ ...marquee }} />}
      {width !== undefined && (
        <GridLayout
          // Another tab or layout size is another grid: nothing of one may fly to its place in the other.
          key={`${tab.tab.id}/${size}`}
          width={width}
          layout={drawn}
          autoSize={!isLarge}
          {...(isLarge ? { style: { height: heightPx } } : {})}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          resizeConfig={resizeConfig}
          // Positions without transforms: inside one a tile could not fill the window.
          positionStrategy={absoluteStrategy}
          compactor={isLarge ? looseCompactor : packing}
          onDragStop={dragged}
          onResize={resizing}
          onResizeStop={resized}
        >
          {tab.tiles.flatMap((tile) => {
            const place = places.get(tile.id);
            if (place === undefined) return [];
            const { w, h } = sizing?.i === tile.id ? sizing : place;
            return (
              <div key={tile.id} className={classes.cell}>
                <TileFrame
                  tile={tile}
                  definition={definitionOf(tile.properties)}
                  columns={w}
                  rows={h}
                  commands={commands}
                  isSelected={isEditing && selection.ids.has(tile.id)}
                  hasFullScreen={hasFullScreen}
                />
              </div>
            );
          })}
        </GridLayout>
      )}
    </div>
  );
}
