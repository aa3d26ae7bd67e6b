import type { AssetId } from '@telltale/contract';
import type { Historian } from '@telltale/historian';
import { OldSteps, retentionOfSteps } from '#features/assets/positions/old-steps.ts';
import { DropJournal } from '#features/retention/drop-journal.ts';
import { RetentionService } from '#features/retention/retention-service.ts';
import { startDutyJob } from '../../jobs/duty-job.ts';
import type { Foundation } from '../foundation.ts';
import type { Repositories } from '../repositories.ts';

const BY_AGE_EVERY_MS = 3_600_000;
const BY_SIZE_EVERY_MS = 600_000;
const BYTES_PER_GB = 1e9;

/** Drops old history from now on: at the start too, for a portal that never runs for an hour would keep everything. */
export function startRetention(
  { config, clock, log, db, work, journal, closing, cluster }: Foundation,
  { definitionItems }: Repositories,
  historian: Historian,
  assetIds: () => Promise<readonly AssetId[]>,
): void {
  const oldSteps = new OldSteps(work);
  const retention = new RetentionService({
    historian,
    overrides: () => definitionItems.listRetention(),
    days: config.retentionDays,
    maxBytes: config.retentionGb * BYTES_PER_GB,
    drops: new DropJournal({ db, historian, journal, clock, log }),
    steps: {
      own: (series) => retentionOfSteps(series, config.retentionDays),
      assetIds,
      drop: (beforeMs, of, why) => oldSteps.drop(beforeMs, of, why),
    },
    clock,
    elapsedMs: () => performance.now(),
    log,
  });
  const byAge = startDutyJob({ cluster, log }, 'drop old history', BY_AGE_EVERY_MS, () => retention.dropByAge(), 0);
  closing.defer(() => byAge.stop());
  const bySize = startDutyJob(
    { cluster, log },
    'keep history in its room',
    BY_SIZE_EVERY_MS,
    () => retention.dropBySize(),
    0,
  );
  closing.defer(() => bySize.stop());
}
