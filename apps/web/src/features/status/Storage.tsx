import type { PortalStatus } from '@telltale/contract';
import { formatBytes } from '@telltale/domain/format/bytes.ts';
import { Facts } from '#ui/Facts.tsx';
import classes from './status.module.css';
import { diskForecast, fromNowText } from './status-words.ts';

/** Where what came in is kept, how long there is room, and whether it could be restored. */
export function Storage({ status, place, nowMs }: { status: PortalStatus; place: string; nowMs: number }) {
  const { disk, backups, certificateEndsAt } = status;
  const { memoryBytes, databaseBytes, databaseEngine } = status.process;
  const used = disk.totalBytes - disk.freeBytes;
  return (
    <section className={classes.part} aria-labelledby="status-storage">
      <h2 id="status-storage">Disk and backups{place}</h2>
      <p className={classes.figure}>{formatBytes(disk.freeBytes)} free</p>
      <meter
        className={classes.meter}
        aria-label="Disk in use"
        min={0}
        max={disk.totalBytes}
        high={disk.totalBytes * 0.9}
        value={used}
      />
      <p className={classes.dim}>
        Of {formatBytes(disk.totalBytes)}. {diskForecast(disk, nowMs)}
      </p>
      <Facts>
        <dt>History ({disk.historyEngine})</dt>
        <dd>
          {formatBytes(disk.historyBytes)}, {disk.historyPoints.toLocaleString()}{' '}
          {disk.historyPoints === 1 ? 'point' : 'points'}
        </dd>
        <dt>Records ({databaseEngine})</dt>
        <dd>{databaseBytes === null ? 'unknown' : formatBytes(databaseBytes)}</dd>
        <dt>Memory of the portal</dt>
        <dd>{formatBytes(memoryBytes)}</dd>
        <dt>Last backup that can be restored</dt>
        <dd>{backupText(backups, nowMs)}</dd>
        <dt>Certificate</dt>
        <dd>
          {certificateEndsAt === null
            ? 'none of its own'
            : `until ${certificateEndsAt.slice(0, 10)}, ${fromNowText(Date.parse(certificateEndsAt), nowMs)}`}
        </dd>
      </Facts>
    </section>
  );
}

function backupText({ isOn, lastGoodAt, failure }: PortalStatus['backups'], nowMs: number): string {
  if (!isOn) return 'the portal makes none by itself (TELLTALE_BACKUP_DIR)';
  const last = lastGoodAt === null ? 'none yet' : fromNowText(Date.parse(lastGoodAt), nowMs);
  return failure === null ? last : `${last}; the next one failed: ${failure}`;
}
