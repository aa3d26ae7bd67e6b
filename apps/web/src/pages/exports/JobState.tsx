import { Anchor, Progress } from '@mantine/core';
import type { exportJobs } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { inView } from '#api/client.ts';
import { useOwnZone } from '../use-own-zone.ts';
import classes from './exports.module.css';

const count = new Intl.NumberFormat('en-US');
const values = (rows: number) => `${count.format(rows)} ${rows === 1 ? 'value' : 'values'}`;

/** How an export stands: how far it is, its link, or why there is none. */
export function JobState({ job }: { job: exportJobs.ExportJob }) {
  const { state, rows, total, file, path, message, notes, mails } = job;
  return (
    <div className={classes.job}>
      {state === 'queued' && <p>Waiting for its turn…</p>}
      {state === 'running' && <Running rows={rows} total={total} />}
      {state === 'ready' && (
        <p>
          <Anchor inherit underline="always" href={inView(path)} download={file.filename}>
            Download {file.filename}
          </Anchor>{' '}
          <span className={classes.size}>
            ({formatBytes(file.length ?? 0)}, {values(rows)})
          </span>
        </p>
      )}
      {state === 'failed' && (
        <p role="alert" className={classes.fault}>
          The export failed. {message}
        </p>
      )}
      {state === 'cancelled' && <p>Cancelled.</p>}
      {state === 'withheld' && (
        <p role="alert" className={classes.fault}>
          {message}
        </p>
      )}
      {state === 'expired' && <p>Kept for 24 hours, and gone.</p>}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {state === 'ready' && rows === 0 && <p className={classes.note}>There is no value in its time.</p>}
      {mails.map((mail) => (
        <MailState key={mail.to} mail={mail} />
      ))}
    </div>
  );
}

function MailState({ mail }: { mail: exportJobs.ExportJob['mails'][number] }) {
  const zone = useOwnZone();
  const { to, state, refusal, problem, next } = mail;
  if (state === 'sent') return <p className={classes.note}>A mail was sent to {to}.</p>;
  if (state === 'failed') {
    const why = refusal === undefined ? problem : `The mail server said: ${refusal}`;
    return (
      <p className={classes.fault}>
        The mail could not be sent to {to}. {why}
      </p>
    );
  }
  if (problem === undefined || next === undefined) return <p className={classes.note}>A mail goes to {to}.</p>;
  const nextMs = Date.parse(next);
  return (
    <p className={classes.note}>
      The mail to {to} waits. {problem} It is tried again at {formatDateTime(nextMs, zone)} {zoneName(nextMs, zone)}.
    </p>
  );
}

function Running({ rows, total }: { rows: number; total: number | null }) {
  const percent = total === null || total === 0 ? 100 : Math.min(100, (100 * rows) / total);
  const isKnown = total !== null;
  const written = isKnown ? `${count.format(rows)} of ${values(total)}` : values(rows);
  return (
    <>
      <Progress.Root size="sm">
        <Progress.Section
          value={percent}
          animated={!isKnown}
          striped={!isKnown}
          aria-label="Progress of the export"
          withAria={isKnown}
          {...(isKnown ? {} : { role: 'progressbar' })}
        />
      </Progress.Root>
      <p role="status">
        {written} {(total ?? rows) === 1 ? 'is' : 'are'} written.
      </p>
    </>
  );
}
