import { type DataItemSelection, events as eventCalls } from '@telltale/contract';
import { formatTimeOfDay } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { useDashboardScope, useMemberName, useZone } from '#tile-kit/dashboard-scope.tsx';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { useConversions } from '#tile-kit/readings/use-conversions.ts';
import { useHappenings } from '#tile-kit/records/use-happenings.ts';
import { type AlarmSpan, type ChartAlarms, shownLimit, type Threshold } from '../model/chart-alarms.ts';
import type { ChartMark } from '../model/chart-marks.ts';
import type { ChartFeed } from './use-chart-feed.ts';
import { useLookedRange } from './use-looked-range.ts';

/** They are asked for in whole minutes: a moving window asks the same for a while. */
const STEP_MS = 60_000;
/** What a mark has room for. */
const MOST_LETTERS = 240;
const NO_SERIES: readonly DataItemSelection[] = [];

export interface ChartHappenings {
  readonly marks: readonly ChartMark[];
  readonly alarms: ChartAlarms;
}

/**
 * Alarms and events of the dashboard's asset, or of those in a system's slots, in the part of time that a chart shows.
 * @param series whose thresholds are drawn
 */
export function useChartHappenings(
  { range, isMoving }: Pick<ChartFeed, 'range' | 'isMoving'>,
  series: readonly DataItemSelection[] = NO_SERIES,
): ChartHappenings {
  const { from, to } = useLookedRange(range, isMoving, STEP_MS, usePastMs(STEP_MS));
  const fromMs = Math.floor((from * 1000) / STEP_MS) * STEP_MS;
  // Beyond the next look, so that what happens until then lies within.
  const toMs = (Math.floor((to * 1000) / STEP_MS) + 2) * STEP_MS;
  const { alarms, spans, thresholds, events } = useHappenings(fromMs, toMs);
  const { resolve } = useDashboardScope();
  const palette = usePalette();
  const nameOf = useMemberName();
  const zone = useZone();
  const marks = useMemo(() => {
    const whose = (assetId: number) => (nameOf === undefined ? '' : `${nameOf(assetId)}, `);
    return [
      ...alarms.map(
        ({ time, name, kind, severity, assetId }): ChartMark => ({
          time: Date.parse(time) / 1000,
          kind: 'alarm',
          label: `${whose(assetId)}${name}: ${kind === 'again' ? 'raised again' : kind}`,
          colour: severityFill(palette, severity),
        }),
      ),
      ...events.map(
        (event): ChartMark => ({
          time: Date.parse(event.timestamp) / 1000,
          kind: isNote(event) ? 'note' : 'event',
          label: `${whose(event.assetId)}${eventText(event, zone)}`,
          colour: palette.accent,
        }),
      ),
    ];
  }, [alarms, events, palette, nameOf, zone]);

  const conversions = useConversions(series);
  const drawn = useMemo(() => {
    const whose = (assetId: number) => (nameOf === undefined ? '' : `${nameOf(assetId)}, `);
    return {
      spans: spans.map(
        ({ assetId, name, severity, raised, ended }): AlarmSpan => ({
          from: Date.parse(raised) / 1000,
          to: ended === null ? null : Date.parse(ended) / 1000,
          severity,
          colour: severityFill(palette, severity),
          label: `${whose(assetId)}${name}`,
        }),
      ),
      thresholds: series.flatMap((selection, index) => {
        const item = resolve(selection);
        return thresholds
          .filter(({ assetId, dataItemId }) => assetId === item?.assetId && dataItemId === item.dataItemId)
          .map(({ assetId, name, operator, value: stored, severity }): Threshold => {
            const { value, text } = shownLimit(stored, conversions[index]);
            return {
              series: index,
              value,
              colour: severityFill(palette, severity),
              label: `${whose(assetId)}${name} ${operator} ${text}`,
            };
          });
      }),
    };
  }, [spans, thresholds, series, conversions, resolve, palette, nameOf]);
  return useMemo(() => ({ marks, alarms: drawn }), [marks, drawn]);
}

type AssetEvent = eventCalls.AssetEventRecord;

const isNote = ({ eventDefinition }: AssetEvent) => eventDefinition.category === eventCalls.CATEGORY_ANNOTATION;

/** A note says what was written, by whom and when; any other event goes by its name. */
function eventText(event: AssetEvent, zone: string): string {
  const { eventDefinition, cause, user, timestamp } = event;
  if (!isNote(event) || cause === '') return eventDefinition.alias || eventDefinition.name || cause;
  const text = cause.length > MOST_LETTERS ? `${cause.slice(0, MOST_LETTERS)}…` : cause;
  return `${text} (${user}, ${formatTimeOfDay(Date.parse(timestamp), zone)})`;
}
