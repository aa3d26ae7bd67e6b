import { useMemo } from 'react';
import { useMemberName } from '#tile-kit/dashboard-scope.tsx';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { severityFill, usePalette } from '#tile-kit/portal/use-palette.ts';
import { useHappenings } from '#tile-kit/records/use-happenings.ts';
import type { ChartMark } from '../model/chart-marks.ts';
import type { ChartFeed } from './use-chart-feed.ts';
import { useLookedRange } from './use-looked-range.ts';

/** Marks are asked for in whole minutes: a moving window asks the same for a while. */
const STEP_MS = 60_000;

/** Alarms and events of the dashboard's asset, or of those in a system's slots, in the part of time that a chart shows. */
export function useChartMarks({ range, isMoving }: Pick<ChartFeed, 'range' | 'isMoving'>): readonly ChartMark[] {
  const { from, to } = useLookedRange(range, isMoving, STEP_MS, usePastMs(STEP_MS));
  const fromMs = Math.floor((from * 1000) / STEP_MS) * STEP_MS;
  // Beyond the next look, so that what happens until then lies within.
  const toMs = (Math.floor((to * 1000) / STEP_MS) + 2) * STEP_MS;
  const { alarms, events } = useHappenings(fromMs, toMs);
  const palette = usePalette();
  const nameOf = useMemberName();
  return useMemo(() => {
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
        ({ timestamp, eventDefinition, cause, assetId }): ChartMark => ({
          time: Date.parse(timestamp) / 1000,
          kind: 'event',
          label: `${whose(assetId)}${eventDefinition.alias || eventDefinition.name || cause}`,
          colour: palette.accent,
        }),
      ),
    ];
  }, [alarms, events, palette, nameOf]);
}
