import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordingExports } from '#features/measurements/exporting/recording-exports.ts';
import { measurementImportRoutes } from '#features/measurements/importing/import-routes.ts';
import { MeasurementImports } from '#features/measurements/importing/measurement-imports.ts';
import { measurementRoutes } from '#features/measurements/measurement-routes.ts';
import { MeasurementReader } from '#features/measurements/reading/measurement-reader.ts';
import type { Route } from '#http/route.ts';
import { randomToken } from '#random-token.ts';
import { DiskReserve } from '../../ingest/disk-reserve.ts';
import { startPeriodicJob } from '../../jobs/periodic-job.ts';
import { progressOf } from '../../jobs/progress-of.ts';
import type { Equipment } from '../equipment.ts';
import type { Files } from '../files.ts';
import type { Foundation } from '../foundation.ts';
import type { Ingest } from '../ingest.ts';

const LOST_MS = 10_000;

/** Measurement files: looked at, exported, and imported into assets. */
export interface Measurements {
  readonly measurementImports: MeasurementImports;
  readonly measurementRoutes: readonly Route[];
}

export async function openMeasurements(
  { config, work, folder, clock, log, closing, cluster, news }: Foundation,
  { historian, pipeline }: Ingest,
  { assetReader, currentValueService }: Equipment,
  { fileService }: Files,
): Promise<Measurements> {
  const reserve = new DiskReserve(config.dataFolder);
  closing.defer(() => reserve.close());
  const reader = new MeasurementReader();
  closing.defer(() => reader.close());
  const find = fileService.locate.bind(fileService);
  const exports = new RecordingExports({
    reader,
    find,
    scratch: () => {
      const path = join(folder.answersFolder, randomToken());
      return { path, remove: () => rm(path, { force: true }) };
    },
    diskFault: () => reserve.fault,
    log,
  });
  const measurementImports = new MeasurementImports({
    reader,
    find,
    itemsOf: async (caller, assetId) => {
      const entry = await assetReader.entry(caller, assetId);
      const names = await currentValueService.namesOf(entry);
      return names.map(({ dataItemId, label, unit, calculation }) => ({
        dataItemId,
        label,
        alias: entry.aliases.get(dataItemId),
        unit,
        isCalculated: Boolean(calculation),
      }));
    },
    requireAsset: assetReader.within.bind(assetReader),
    pipeline,
    historian,
    work,
    clock,
    log,
    newId: randomToken,
    run: cluster?.nodes.me.id ?? randomToken(),
    lives: (run) => cluster?.nodes.living().some(({ id }) => id === run) ?? false,
    progress: progressOf({ cluster, closing }, 'imports'),
    cancelled: news.jobs,
  });
  news.jobs.subscribe(({ cancelled }) => measurementImports.stop(cancelled));
  await measurementImports.forgetOld();
  const lost = startPeriodicJob('end imports that were lost', LOST_MS, log, () => measurementImports.endLost(), 0);
  closing.defer(() => lost.stop());
  closing.defer(() => measurementImports.close());
  const routes = [...measurementRoutes(find, reader, exports), ...measurementImportRoutes(measurementImports)];
  return { measurementImports, measurementRoutes: routes };
}
