import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { DataItemSelection } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { DataItemsPicker } from '#tile-kit/DataItemsPicker.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ChartView } from '#tiles/shared/chart/ChartView.tsx';
import { libraryOf } from '#tiles/shared/chart/chart-settings.ts';
import { withChosen } from '#tiles/shared/chart/chosen-series.ts';
import classes from './dynamic-graph.module.css';
import type { DynamicGraphSettings } from './settings.ts';

/** A chart whose data items the operator chooses on the tile itself. The choice is the viewer's own; nothing is saved. */
export function DynamicGraphTile({ settings }: TileViewProps<DynamicGraphSettings>) {
  const [chosen, setChosen] = useState<DataItemSelection[]>();
  const series = useMemo(
    () => (chosen === undefined ? settings.series : withChosen(settings.series, chosen, settings.axes[0]?.label ?? '')),
    [chosen, settings],
  );
  const shown = useMemo(() => ({ ...settings, series }), [settings, series]);
  const tools = (
    <div className={classes.tools}>
      <DataItemsPicker label="" value={series.filter(({ dataItem }) => dataItem !== null)} onChange={setChosen} />
      {chosen === undefined ? null : (
        <Tooltip label="Data items as saved">
          <ActionIcon size={24} aria-label="Data items as saved" onClick={() => setChosen(undefined)}>
            <IconRestore size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
  return <ChartView settings={shown} library={libraryOf(settings)} tools={tools} />;
}
