import { join } from 'node:path';
import { type Historian, openEmbeddedHistorian } from '@telltale/historian';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import type { Foundation } from './foundation.ts';

const DAY_MS = 24 * 3_600_000;
const RETENTION_EVERY_MS = 3_600_000;

/** Opens the history store, and drops what is older than the retention says. */
export async function openHistoryStore({
  config,
  clock,
  log,
  folder,
  health,
  closing,
}: Foundation): Promise<Historian> {
  const historian = await openEmbeddedHistorian({
    folder: folder.historyFolder,
    onFault: (fault) => log.error({ fault }, 'a fault in the history store'),
  });
  closing.defer(() => historian.close());
  // Anyone may read the health: a file is named as it stands in the data folder.
  health.add(() => historian.stats().faults.map((fault) => fault.replaceAll(join(folder.path, '/'), '')));
  if (config.retentionDays > 0) {
    const drop = async () => {
      await historian.dropBefore(clock.now() - config.retentionDays * DAY_MS);
    };
    // At the start too: a portal that never runs for an hour would keep everything.
    const retention = startPeriodicJob('drop old history', RETENTION_EVERY_MS, log, drop, 0);
    closing.defer(() => retention.stop());
  }
  return historian;
}
