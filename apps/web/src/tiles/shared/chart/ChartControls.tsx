import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconChartLine,
  IconDots,
  IconFileDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTable,
  IconZoomReset,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CompareMenu } from './CompareMenu.tsx';
import classes from './chart-controls.module.css';
import { csvFileName } from './chart-csv.ts';
import type { ChartSettings } from './chart-settings.ts';
import type { ChartSpec } from './chart-spec.ts';
import { RawDataExport, savePoints } from './RawDataExport.tsx';
import type { TimeRange } from './time-range.ts';
import type { ChartFeed } from './use-chart-feed.ts';
import type { Comparison } from './use-ghost.ts';

interface ChartControlsProps {
  source: ChartFeed;
  spec: ChartSpec;
  settings: ChartSettings;
  /** The feed has every point there is: they don't come from the history. */
  isWhole?: boolean;
  /** Left out where nothing can be compared. */
  comparison?: Comparison | undefined;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

/** Pause, refresh, export and the table: in view-only mode only (spec 1 §6). */
export function ChartControls(props: ChartControlsProps) {
  const { source, spec, settings, isWhole = false, comparison, isTable, onTable } = props;
  const [exported, setExported] = useState<TimeRange>();
  const { feed, range, zoom, setZoom, isPaused, setPaused } = source;
  const isStopped = isPaused || zoom !== undefined;

  return (
    <>
      {isStopped ? <span className={classes.stopped}>{zoom === undefined ? 'Paused' : 'Zoomed'}</span> : null}
      <div className={classes.controls} data-stopped={isStopped}>
        {zoom === undefined ? (
          <Control
            label={isPaused ? 'Resume' : 'Pause'}
            icon={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            onClick={() => setPaused(!isPaused)}
          />
        ) : (
          <Control label="Zoom out" icon={<IconZoomReset size={16} />} onClick={() => setZoom(undefined)} />
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon size={24} aria-label="Chart menu">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => feed.refresh()}>
              Refresh
            </Menu.Item>
            <Menu.Item
              leftSection={isTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
              onClick={() => onTable(!isTable)}
            >
              {isTable ? 'Show as chart' : 'Show as table'}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconFileDownload size={16} />}
              disabled={exported !== undefined || spec.series.length === 0}
              onClick={() => {
                if (isWhole) savePoints(feed, spec, csvFileName(settings.title, range().from * 1000));
                else setExported(range());
              }}
            >
              Export raw data
            </Menu.Item>
            {comparison === undefined ? null : <CompareMenu {...comparison} />}
          </Menu.Dropdown>
        </Menu>
      </div>
      {exported === undefined ? null : (
        <RawDataExport range={exported} settings={settings} spec={spec} onEnd={() => setExported(undefined)} />
      )}
    </>
  );
}

function Control({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
