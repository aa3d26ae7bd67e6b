import { ActionIcon } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay, IconZoomReset } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import { csvFileName } from '../data/chart-csv.ts';
import type { ChartFeed } from '../data/use-chart-feed.ts';
import type { Comparison } from '../data/use-ghost.ts';
import type { ChartSettings } from '../model/chart-settings.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import type { TimeRange } from '../model/time-range.ts';
import classes from './chart-controls.module.css';
import { RawDataExport, savePoints } from './RawDataExport.tsx';

const ChartMenu = lazyPart(async () => (await import('./ChartMenu.tsx')).ChartMenu);

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
  /** Left out where the user may write none. */
  addNote?: (() => void) | undefined;
}

/** Pause, refresh, export and the table: in view-only mode only (spec 1 §6). */
export function ChartControls(props: ChartControlsProps) {
  const { source, spec, settings, isWhole = false, comparison, isTable, onTable, addNote } = props;
  const [exported, setExported] = useState<TimeRange>();
  const { feed, range, zoom, setZoom, isPaused, setPaused } = source;
  const isStopped = isPaused || zoom !== undefined;
  const exportPoints = () => {
    if (isWhole) savePoints(feed, spec, csvFileName(settings.title, range().from * 1000));
    else setExported(range());
  };

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
        <LateMenu
          button={
            <ActionIcon size={24} aria-label="Chart menu">
              <IconDots size={16} />
            </ActionIcon>
          }
          part={ChartMenu}
          props={{
            isTable,
            onTable,
            comparison,
            addNote,
            refresh: () => feed.refresh(),
            exportPoints: exported === undefined && spec.series.length > 0 ? exportPoints : undefined,
          }}
        />
      </div>
      {exported === undefined ? null : (
        <RawDataExport range={exported} settings={settings} spec={spec} onEnd={() => setExported(undefined)} />
      )}
    </>
  );
}

function Control({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <ActionIcon size={24} aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
