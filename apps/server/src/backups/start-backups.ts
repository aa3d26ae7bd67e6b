import { Gauge } from 'prom-client';
import { startDutyJob } from '../jobs/duty-job.ts';
import type { Foundation } from '../wiring/foundation.ts';
import type { ScheduledBackups } from './scheduled-backups.ts';

const LOOK_MS = 600_000;
/** A portal that has just started has other things to do. */
const FIRST_MS = 60_000;
const LATE_MS = 48 * 3_600_000;

/** Makes a backup a day from now on, if the settings name a folder for them. Only the portal itself does: a command does not. */
export function startBackups(
  { backups, clock, log, health, metrics, cluster }: Foundation & { backups: ScheduledBackups },
  closing: AsyncDisposableStack,
): void {
  if (!backups.isOn) return;
  const startedMs = clock.now();
  health.addWarning(async () => {
    if (backups.failure !== undefined) return ['The last backup failed: the log says why.'];
    const lastMs = (await backups.lastGoodMs()) ?? startedMs;
    return clock.now() - lastMs > LATE_MS ? ['There was no backup for two days.'] : [];
  });
  new Gauge({
    name: 'telltale_last_verified_backup_seconds',
    help: 'When the newest backup that can be restored was begun, seconds since 1970; 0: there is none',
    registers: [metrics],
    async collect() {
      this.set(((await backups.lastGoodMs()) ?? 0) / 1_000);
    },
  });
  const job = startDutyJob({ cluster, log }, 'make a backup', LOOK_MS, () => backups.look(), FIRST_MS);
  closing.defer(() => {
    backups.stop();
    return job.stop();
  });
}
