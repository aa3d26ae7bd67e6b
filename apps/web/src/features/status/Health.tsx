import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { PortalStatus } from '@telltale/contract';
import classes from './status.module.css';
import { fromNowText, troublesOf } from './status-words.ts';

/** Whether something needs somebody, and since when the portal runs. */
export function Health({ status, place, nowMs }: { status: PortalStatus; place: string; nowMs: number }) {
  const troubles = troublesOf(status, nowMs);
  return (
    <section className={classes.health} aria-label="Health">
      {troubles.length === 0 ? (
        <p className={classes.good}>
          <IconCircleCheck size={18} aria-hidden />
          Everything works.
        </p>
      ) : (
        <ul className={classes.troubles}>
          {troubles.map(({ text, isFault }) => (
            <li key={text} className={isFault ? classes.fault : classes.warning}>
              {isFault ? <IconAlertOctagon size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
              {text}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.dim}>
        Version {status.version}, started {fromNowText(Date.parse(status.startedAt), nowMs)}
        {place}.
      </p>
    </section>
  );
}
