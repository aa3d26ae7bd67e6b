import { formatNumber } from '@telltale/domain';
import { activityName } from '@telltale/domain/field/activities.ts';
import { memo } from 'react';
import { sectorPath } from '#tiles/shared/pie/sector-path.ts';
import { activityColour } from './activity-colours.ts';
import pie from './activity-pie.module.css';
import type { ReportModel } from './report-model.ts';
import classes from './state-report.module.css';

const OUTER = 48;
const INNER = 27;

/** Hours per activity. */
export const ActivityPie = memo(function ActivityPie({ model: { shares, unknownHours } }: { model: ReportModel }) {
  const total = shares.reduce((sum, { hours }) => sum + hours, 0);
  let start = 0;
  return (
    <section className={classes.section} aria-label="Activity Breakdown">
      <h4 className={classes.heading}>Activity Breakdown</h4>
      {shares.length === 0 ? (
        <p className={classes.none}>No activity was recorded since the job began.</p>
      ) : (
        <div className={pie.pie}>
          <svg className={pie.ring} viewBox="-50 -50 100 100" aria-hidden="true">
            {shares.map(({ activity, hours }) => {
              const share = hours / total;
              const path = sectorPath(start, share, OUTER, INNER);
              start += share;
              return <path key={activity} d={path} fill={activityColour(activity)} className={pie.slice} />;
            })}
            <text className={pie.middle} y="2">
              {formatNumber(total, 2)}
            </text>
            <text className={pie.middleName} y="11">
              hours
            </text>
          </svg>
          <ul className={pie.legend}>
            {shares.map(({ activity, hours }) => (
              <li key={activity}>
                <span className={classes.swatch} style={{ background: activityColour(activity) }} />
                <span className={pie.legendName}>{activityName(activity)}</span>
                <span className={pie.legendValue}>{`${formatNumber(hours, 2)} h`}</span>
                <span className={pie.legendShare}>{`${formatNumber((100 * hours) / total, 1)} %`}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {unknownHours >= LEAST_UNKNOWN ? (
        <p className={classes.none}>{`Of ${formatNumber(unknownHours, 2)} h no activity is known.`}</p>
      ) : null}
    </section>
  );
});

/** A quarter of an hour may be owed to rounding. */
const LEAST_UNKNOWN = 0.25;
