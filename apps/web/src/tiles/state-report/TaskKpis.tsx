import { Checkbox } from '@mantine/core';
import { formatNumber } from '@telltale/domain';
import type { TaskKpi } from '@telltale/domain/field/kpis.ts';
import { progressColour } from '@telltale/domain/field/progress-colour.ts';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { textOn } from '#tile-kit/portal/use-palette.ts';
import type { CompletedActivities } from '#tile-kit/records/use-mark-complete.ts';
import classes from './state-report.module.css';
import cards from './task-kpis.module.css';

interface TaskKpisProps {
  kpis: readonly TaskKpi[];
  completed: CompletedActivities;
}

/** How each task goes against its benchmark. */
export function TaskKpis({ kpis, completed }: TaskKpisProps) {
  if (kpis.length === 0) return null;
  return (
    <section className={classes.section} aria-label="Scores">
      <h4 className={classes.heading}>Scores</h4>
      {completed.problem === undefined ? null : (
        <p className={classes.problem} role="alert">{`Not saved. ${completed.problem}`}</p>
      )}
      <ul className={cards.tasks}>
        {kpis.map((kpi) => (
          <TaskCard key={kpi.task.name} kpi={kpi} completed={completed} />
        ))}
      </ul>
    </section>
  );
}

function TaskCard({ kpi, completed }: { kpi: TaskKpi; completed: CompletedActivities }) {
  const { task, score, completion } = kpi;
  const isPast = useIsPast();
  const isComplete = task.activities.every((activity) => completed.has(activity));
  const obstacle = isPast ? 'You look at the past. Go back to live to edit.' : completed.obstacle(!isComplete);
  const colour = score === null ? undefined : progressColour(score);
  const rows: readonly (readonly [string, string])[] = [
    ['Current Hours on Task', formatNumber(kpi.currentHours, 2)],
    ['Active Benchmark Hours', formatNumber(kpi.activeBenchmarkHours, 2)],
    ['Final Benchmark Hours', formatNumber(kpi.finalBenchmarkHours, 2)],
    ['Task Completion', completion === null ? formatNumber(null, 1) : `${formatNumber(completion * 100, 1)} %`],
    ['Joints per Hour', formatNumber(kpi.jointsPerHour, 1)],
  ];
  return (
    <li className={cards.task}>
      <div className={cards.taskHead}>
        <span className={cards.taskName}>{task.name}</span>
        <span
          className={cards.score}
          style={colour === undefined ? undefined : { background: colour, color: textOn(colour) }}
        >
          {`Score ${formatNumber(score, 1)}`}
        </span>
      </div>
      <div className={cards.track} aria-hidden="true">
        <div style={{ width: `${(completion ?? 0) * 100}%`, background: colour ?? 'var(--tt-text-dim)' }} />
      </div>
      <dl className={cards.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        className={classes.tool ?? ''}
        size="xs"
        label={
          <>
            Complete<span className="tt-visually-hidden">: {task.name}</span>
          </>
        }
        checked={isComplete}
        disabled={obstacle !== undefined || completed.isSaving}
        title={obstacle}
        onChange={({ currentTarget }) => completed.mark(task.activities, currentTarget.checked)}
      />
    </li>
  );
}
