import { useMediaQuery } from '@mantine/hooks';
import { GRID, type LayoutSize } from '@telltale/contract';
import { useMemo, useRef, useState } from 'react';
import { type EventCallback, GridLayout } from 'react-grid-layout';
import { absoluteStrategy } from 'react-grid-layout/core';
import 'react-grid-layout/css/styles.css';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { TileFrame } from '#tile-kit/TileFrame.tsx';
import type { TileCommands } from '#tile-kit/TileToolbar.tsx';
import { useElementSize } from '#tile-kit/use-element-size.ts';
import classes from './dashboard.module.css';
import { useDashboard } from './dashboard-context.ts';
import { isSameLayout, packing, placeOf, tabLayout } from './model/layout.ts';
import { definitionOf } from './tile-definition.ts';

interface TileGridProps {
  tab: DashboardTab;
  size: LayoutSize;
  /** Present while editing. */
  commands: TileCommands | undefined;
}

/** A mouse takes a tile anywhere; a finger only by its grip, so that the page still scrolls under it. */
const ANYWHERE = '.tt-tile-surface, .tt-tile-grip';
const GRIP = '.tt-tile-grip';

/** The tiles of a tab on the grid (spec 1 §2): 96 columns, 6 on a phone, rows of 10 px, 4 px apart. */
export function TileGrid({ tab, size, commands }: TileGridProps) {
  const { dispatch } = useDashboard();
  const ref = useRef<HTMLDivElement>(null);
  const width = useElementSize(ref)?.width;
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const isEditing = commands !== undefined;
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

  const arranged: EventCallback = (next) => {
    setSizing(undefined);
    const arrangement = next.map(placeOf);
    if (isSameLayout(arrangement, layout)) return;
    dispatch({ type: 'edit', edit: { kind: 'set-layout', tabId: tab.tab.id, size, layout: arrangement } });
  };

  return (
    <div ref={ref} className={classes.grid} data-editing={isEditing || undefined}>
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
          onDragStop={arranged}
          onResize={resizing}
          onResizeStop={arranged}
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
                />
              </div>
            );
          })}
        </GridLayout>
      )}
    </div>
  );
}
