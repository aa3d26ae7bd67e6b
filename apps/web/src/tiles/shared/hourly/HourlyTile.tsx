import { type HourCell, hourlyCells } from '@telltale/domain';
import { type ReactNode, useMemo } from 'react';
import { useDashboardScope, useZone } from '#tile-kit/dashboard-scope.tsx';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { useLacks } from '#tile-kit/portal/use-may.ts';
import { usePointedItems } from '#tile-kit/readings/shown-items.ts';
import { useNamedReading } from '#tile-kit/readings/use-named-reading.ts';
import { useTimeBuckets } from '#tile-kit/readings/use-time-buckets.ts';
import { MissingItem } from '#tiles/shared/reading/MissingItem.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { UnchosenItem } from '#tiles/shared/reading/UnchosenItem.tsx';
import { SkeletonBlock } from '#ui/feedback/Loading.tsx';
import { spansAt } from './hour-mark.ts';
import classes from './hourly.module.css';
import type { HourlySettings } from './hourly-settings.ts';

/** Some zones are three quarters of an hour off, so an hour is put together from its quarters. */
const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

export interface HourlyFacts {
  cells: readonly HourCell[];
  unit: string;
}

interface HourlyTileProps {
  settings: HourlySettings;
  children: (facts: HourlyFacts) => ReactNode;
}

/** Title, states and time zone around a picture of a data item by hours of the day. */
export function HourlyTile({ settings, children }: HourlyTileProps) {
  const { start, stop, days, title } = settings;
  const zone = useZone();
  const reading = useNamedReading(settings);
  const isForbidden = useLacks('HistoricalDataItems', 'View');
  // One day more: the first one's hours may have begun the day before.
  const result = useTimeBuckets(settings, QUARTER_MS, (days + 1) * DAY_MS);
  const buckets = result.state === 'ready' ? result.buckets : undefined;
  const cells = useMemo(
    () => lastDays(hourlyCells(buckets ?? [], zone, start, stop), days),
    [buckets, zone, start, stop, days],
  );
  const { resolve } = useDashboardScope();
  const endMs = result.state === 'ready' ? result.endMs : 0;
  // No value of now stands here: all hours are meant where no place tells which.
  usePointedItems(({ target }) => {
    const item = resolve(settings);
    return item === undefined ? [] : spansAt(target, cells, endMs).map((span) => ({ ...item, span }));
  });

  if (result.state === 'unchosen') return <UnchosenItem />;
  if (result.state === 'missing' || reading.state === 'missing') return <MissingItem />;
  if (isForbidden) return <TileMessage>You are missing permissions to view history.</TileMessage>;
  if (result.state === 'loading') return <SkeletonBlock label="Loading history" />;
  if (result.state === 'error') {
    return <TileNotice title="The history could not be loaded." text={result.message} onRetry={result.retry} />;
  }
  return (
    <div className={classes.tile}>
      <p className={classes.title} title={title || reading.name}>
        {title || reading.name}
      </p>
      {cells.length === 0 ? (
        <TileMessage>
          No values in these hours of the last {days} {days === 1 ? 'day' : 'days'}
        </TileMessage>
      ) : (
        <div className={classes.body}>{children({ cells, unit: reading.unit })}</div>
      )}
      <p className={classes.zone}>{zone}</p>
    </div>
  );
}

function lastDays(cells: readonly HourCell[], days: number): HourCell[] {
  const shown = new Set([...new Set(cells.map(({ day }) => day))].slice(-days));
  return cells.filter(({ day }) => shown.has(day));
}
