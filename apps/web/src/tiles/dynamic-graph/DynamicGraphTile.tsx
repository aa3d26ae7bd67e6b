import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useTileChoice } from '#tile-kit/frame/tile-choice.tsx';
import { DataItemsPicker } from '#tile-kit/pickers/DataItemsPicker.tsx';
import { withChosen } from '#tiles/shared/chart/editor/chosen-series.ts';
import { libraryOf } from '#tiles/shared/chart/model/chart-settings.ts';
import { ChartView } from '#tiles/shared/chart/shell/ChartView.tsx';
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
