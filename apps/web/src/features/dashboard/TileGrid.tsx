import { useMediaQuery } from '@mantine/hooks';
import { GRID, type LayoutSize } from '@telltale/contract';
import { useMemo, useRef, useState } from 'react';
import { type EventCallback, GridLayout } from 'react-grid-layout';
import { absoluteStrategy } from 'react-grid-layout/core';
import 'react-grid-layout/css/styles.css';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { useUiStore } from '#app/ui-store.ts';
import { TileFrame } from '#tile-kit/TileFrame.tsx';
import type { TileCommands } from '#tile-kit/tile-commands.ts';
import { useElementSize } from '#tile-kit/use-element-size.ts';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-context.ts';
import { nameOfAll } from './model/describe-edit.ts';
import { isSameLayout, packing, placeOf, placeTogether, type TilePlace, tabLayout } from './model/layout.ts';
import { definitionOf } from './tile-definition.ts';
import { useMarquee } from './use-marquee.ts';
import type { TileSelection } from './use-tile-selection.ts';

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

/** The tiles of a tab on the grid (spec 1 §2): 96 columns, 6 on a phone, rows of 10 px, 4 px apart. */
export function TileGrid({ tab, size, commands, selection }: TileGridProps) {
  const { state, dispatch } = useDashboard();
  const ref = useRef<HTMLDivElement>(null);
  const width = useElementSize(ref)?.width;
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const isEditing = commands !== undefined;
  const hasFullScreen = useUiStore((ui) => ui.fullScreenButton);
  const layout = useMemo(() => tabLayout(tab, size), [tab, size]);
  const places = useMemo(() => new Map(layout.map((place) => [place.i, place])), [layout]);

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
    const arrangement =
      ids.length > 1 ? placeTogether(layout, ids, after.x - before.x, after.y - before.y, size) : next.map(placeOf);
    arrange(arrangement, `Move ${nameOfAll(state.working, ids)}`);
  };
  const resized: EventCallback = (next, _before, item) => {
    setSizing(undefined);
    arrange(next.map(placeOf), `Resize ${nameOfAll(state.working, item === null ? [] : [item.i])}`);
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
          layout={layout}
          gridConfig={gridConfig}
          dragConfig={dragConfig}
          resizeConfig={resizeConfig}
          // Positions without transforms: inside one a tile could not fill the window.
          positionStrategy={absoluteStrategy}
          compactor={packing}
          onDragStop={dragged}
          onResize={resizing}
          onResizeStop={resized}
        >
          {tab.tiles.map((tile) => {
            const { w, h } = sizing?.i === tile.id ? sizing : (places.get(tile.id) ?? tile.dataGrid);
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
