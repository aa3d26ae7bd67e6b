import { formatNumber } from '@telltale/domain';
import { activityName } from '@telltale/domain/field/activities.ts';
import { dateTimesIn } from '@telltale/domain/format/many-times.ts';
import { type CSSProperties, memo } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { activityColour } from './activity-colours.ts';
import type { ReportModel } from './report-model.ts';
import classes from './state-report.module.css';

/** The activities of the job as one strip; what is not known of it stays empty. */
export const KpiBar = memo(function KpiBar({ model }: { model: ReportModel }) {
  const timeOf = dateTimesIn(useZone());
  const startMs = Math.min(model.startMs, Date.parse(model.segments[0]?.startTime ?? '') || model.startMs);
  const endMs = Math.max(model.endMs, Date.parse(model.segments.at(-1)?.endTime ?? '') || 0);
  const percent = (ms: number) => `${((100 * ms) / Math.max(1, endMs - startMs)).toFixed(4)}%`;
  if (model.segments.length === 0) return null;
  return (
    <ol className={classes.strip} aria-label="Activities in order of time">
      {model.segments.map(({ activity, startTime, endTime, hours }) => {
        const [fromMs, toMs] = [Date.parse(startTime), Date.parse(endTime)];
        const words = `${activityName(activity)}, ${formatNumber(hours, 2)} h from ${timeOf(fromMs)}`;
        const place = { left: percent(fromMs - startMs), width: percent(toMs - fromMs) };
        return (
          <li
            key={startTime}
            title={words}
            aria-label={words}
            style={{ ...place, '--activity': activityColour(activity) } as CSSProperties}
          />
        );
      })}
    </ol>
  );
});
