import { UnstyledButton } from '@mantine/core';
import type { quarantine } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from './quarantine.module.css';
import { whatToDo } from './what-to-do.ts';

interface SetAsideListProps {
  entries: readonly quarantine.SetAside[];
  onReason: (reason: string) => void;
}

/** Each with whose it was, when, why, what was sent, and what helps. */
export function SetAsideList({ entries, onReason }: SetAsideListProps) {
  const zone = useOwnZone();
  return (
    <ul className={classes.entries} aria-label="Refused data">
      {entries.map(({ quarantineId, received, reason, label, timestamp, excerpt, assetId, gatewayId, name }) => (
        <li key={quarantineId} className={classes.entry}>
          <span className={classes.who}>
            <Link
              href={assetId === null ? `/connect/gateway/${gatewayId}` : `/connect/asset/${assetId}`}
              className={classes.link ?? ''}
            >
              {name}
            </Link>
            <time className={classes.dim} dateTime={received}>
              {formatDateTime(Date.parse(received), zone)}
            </time>
          </span>
          <span className={classes.why}>
            <UnstyledButton
              className={classes.reason ?? ''}
              title="Show all that were refused for this reason"
              onClick={() => onReason(reason)}
            >
              {label === null ? reason : `${label}: ${reason}`}
            </UnstyledButton>
            <span className={classes.dim}>{whatToDo(reason)}</span>
            {timestamp === null ? null : <span className={classes.dim}>Its time: {timeWords(timestamp, zone)}</span>}
          </span>
          <span className={classes.sent}>
            {excerpt === '' ? (
              <span className={classes.dim}>Nothing was kept of it</span>
            ) : (
              <>
                <code className={classes.excerpt}>{excerpt}</code>
                <CopyButton text={excerpt} what="what was sent" />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** JavaScript has no dates beyond these. */
const LAST_DATE_MS = 8.64e15;

/** A time that a device gave may be far out of any calendar. */
function timeWords(timeMs: number, zone: string): string {
  return Math.abs(timeMs) <= LAST_DATE_MS ? formatDateTime(timeMs, zone) : String(timeMs);
}
