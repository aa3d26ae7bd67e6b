import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DataItemsPicker } from '#tile-kit/DataItemsPicker.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useTileChoice } from '#tile-kit/tile-choice.tsx';
import { ChartView } from '#tiles/shared/chart/ChartView.tsx';
import { libraryOf } from '#tiles/shared/chart/chart-settings.ts';
import { withChosen } from '#tiles/shared/chart/chosen-series.ts';
import { readChosen, writeChosen } from './chosen-items.ts';
import classes from './dynamic-graph.module.css';
import type { DynamicGraphSettings } from './settings.ts';

/** A chart whose data items the operator chooses on the tile itself. The choice is the viewer's own and stands in the address. */
export function DynamicGraphTile({ settings }: TileViewProps<DynamicGraphSettings>) {
  const [choice, choose] = useTileChoice();
  const chosen = useMemo(() => readChosen(choice), [choice]);
  const series = useMemo(
    () => (chosen === undefined ? settings.series : withChosen(settings.series, chosen, settings.axes[0]?.label ?? '')),
    [chosen, settings],
  );
  const shown = useMemo(() => ({ ...settings, series }), [settings, series]);
  const tools = (
    <div className={classes.tools}>
      <DataItemsPicker
        label=""
        value={series.filter(({ dataItem }) => dataItem !== null)}
        onChange={(next) => choose(writeChosen(next))}
      />
      {chosen === undefined ? null : (
        <Tooltip label="Data items as saved">
          <ActionIcon size={24} aria-label="Data items as saved" onClick={() => choose(undefined)}>
            <IconRestore size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
  return <ChartView settings={shown} library={libraryOf(settings)} tools={tools} />;
}
