import type { handovers } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import classes from './handover.module.css';

/** Who handed over and who took over, and when; on paper a line for each who has not signed. */
export function Signatures({ handover }: { handover: handovers.Handover }) {
  const { leaving, coming, remark, zone } = handover;
  return (
    <section className={classes.section} aria-label="Signatures">
      <h2 className={classes.name}>Signatures</h2>
      <dl className={classes.signatures}>
        <div>
          <dt>Handed over</dt>
          <dd>{signed(leaving, zone)}</dd>
        </div>
        <div>
          <dt>Taken over</dt>
          <dd>{signed(coming, zone)}</dd>
        </div>
      </dl>
      {remark === '' ? null : <p className={classes.said}>{remark}</p>}
    </section>
  );
}

function signed(by: handovers.HandoverSummary['leaving'], zone: string): string {
  if (by === null) return 'Not signed yet';
  const timeMs = Date.parse(by.time);
  return `${by.user}, ${formatDateTime(timeMs, zone)} ${zoneName(timeMs, zone)}`;
}
