import { type jobs, permissionId } from '@telltale/contract';
import { formatNumber } from '@telltale/domain';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import classes from './jobs.module.css';
import { useJobFigures } from './use-job-figures.ts';

/** Two jobs side by side: what their reports say of them. */
export function CompareJobs({ jobs: [first, second] }: { jobs: readonly jobs.Job[] }) {
  const mayRead = useMay(permissionId('HistoricalDataItems', 'View'));
  if (!first || !second) return null;
  return (
    <section className={classes.compare} aria-label="Comparison">
      <h2>Comparison</h2>
      {mayRead ? (
        <Comparison first={first} second={second} />
      ) : (
        <MissingPermission what="history" permission="HistoricalDataItemsView" />
      )}
    </section>
  );
}

function Comparison({ first, second }: { first: jobs.Job; second: jobs.Job }) {
  const [one, other] = [useJobFigures(first, true), useJobFigures(second, true)];
  const open = [one, other].find(({ figures }) => figures === undefined);
  if (open || !one.figures || !other.figures) {
    return open ? (
      <Pending
        query={open.query}
        label="Working out the comparison"
        failure="The comparison could not be worked out."
        rows={8}
        rowHeight={32}
      />
    ) : null;
  }
  const rows = one.figures.flatMap((figure, index) => {
    const beside = other.figures?.[index]?.value ?? null;
    return figure.value === null && beside === null ? [] : [{ ...figure, beside }];
  });
  return (
    <div className={classes.scroll}>
      <SmallTable
        label="Figures of both jobs"
        headers={['Figure', first.jobSerialNumber, second.jobSerialNumber, 'Difference']}
      >
        {rows.map(({ name, value, beside, decimals }) => (
          <tr key={name} className={classes.figure}>
            <th scope="row">{name}</th>
            <td>{formatNumber(value, decimals)}</td>
            <td>{formatNumber(beside, decimals)}</td>
            <td>{value === null || beside === null ? '–' : signed(beside - value, decimals)}</td>
          </tr>
        ))}
      </SmallTable>
    </div>
  );
}

function signed(difference: number, decimals: number): string {
  const text = formatNumber(difference, decimals);
  return difference > 0 && Number(text.replaceAll(',', '')) !== 0 ? `+${text}` : text;
}
