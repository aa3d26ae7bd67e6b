import { formatNumber, zoneName } from '@telltale/domain';
import { activityName } from '@telltale/domain/field/activities.ts';
import { dateTimesIn } from '@telltale/domain/format/many-times.ts';
import { type CSSProperties, memo, useMemo } from 'react';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { useHistoryEdit } from '#tile-kit/readings/use-history-edit.ts';
import { activityColour } from './activity-colours.ts';
import { ChangeActivity } from './ChangeActivity.tsx';
import type { Segment } from './report-model.ts';
import classes from './state-report.module.css';

/** A line of the log with its border. */
const LINE_PX = 33;

interface ActivityLogProps {
  segments: readonly Segment[];
  /** Those that were changed since they were read, by their beginning. */
  changed: ReadonlySet<string>;
  onChanged: (key: string) => void;
  onReload: () => void;
}

/** Every segment of the schedule, newest first, and how its activity is corrected. */
export function ActivityLog({ segments, changed, onChanged, onReload }: ActivityLogProps) {
  const zone = useZone();
  const { obstacle } = useHistoryEdit();
  const timeOf = useMemo(() => dateTimesIn(zone), [zone]);
  const last = segments.at(-1);
  return (
    <section className={classes.section} aria-label="Activity log">
      <h4 className={classes.heading}>Activity log</h4>
      {last === undefined ? (
        <p className={classes.none}>No activity was recorded since the job began.</p>
      ) : (
        <div
          className={`${classes.logArea} ${classes.lines}`}
          style={{ '--lines': `${(segments.length + 1) * LINE_PX}px` } as CSSProperties}
        >
          <table
            className={classes.log}
            aria-label={`Activity log, times in ${zoneName(Date.parse(last.endTime), zone)}`}
          >
            <thead>
              <tr>
                {['Activity', 'Start time', 'End time', 'Depth', 'Change activity'].map((header) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {segments.toReversed().map((segment) => (
                <LogRow
                  key={segment.startTime}
                  segment={segment}
                  timeOf={timeOf}
                  obstacle={obstacle}
                  isChanged={changed.has(segment.startTime)}
                  onChanged={onChanged}
                  onReload={onReload}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface LogRowProps extends Omit<ActivityLogProps, 'segments' | 'changed'> {
  segment: Segment;
  timeOf: (timeMs: number) => string;
  obstacle: string | undefined;
  isChanged: boolean;
}

/** A job of months has a thousand of them: each is drawn anew only when it is another one. */
const LogRow = memo(function LogRow({ timeOf, ...change }: LogRowProps) {
  const { activity, startTime, endTime, depth } = change.segment;
  const time = (iso: string) => timeOf(Date.parse(iso)).slice(0, -3);
  return (
    <tr>
      <th scope="row">
        <span className={classes.swatch} style={{ background: activityColour(activity) }} />
        {activityName(activity)}
      </th>
      <td>{time(startTime)}</td>
      <td>{time(endTime)}</td>
      <td className={classes.depth}>{depth === null ? formatNumber(null, 0) : `${formatNumber(depth, 0)} ft`}</td>
      <td className={classes.change}>
        <ChangeActivity {...change} />
      </td>
    </tr>
  );
});
