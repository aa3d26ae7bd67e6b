import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type AssetId, SCALING_MAP, type UserId } from '@telltale/contract';
import { itemName, scalingInForce, scalingsOf } from '@telltale/domain';
import { UserUnits, unitChoice } from '@telltale/domain/units/user-units.ts';
import { mailTargetOf } from '#features/auth/address-change/mail-target.ts';
import type { AssetNames } from '#features/exports/export-planner.ts';
import { type ExportProgress, ExportQueue } from '#features/exports/export-queue.ts';
import { ExportRepository } from '#features/exports/export-repository.ts';
import { exportRoutes } from '#features/exports/export-routes.ts';
import { ExportService } from '#features/exports/export-service.ts';
import { ExportScheduler } from '#features/exports/schedules/export-scheduler.ts';
import { ExportScheduleRepository } from '#features/exports/schedules/schedule-repository.ts';
import { exportScheduleRoutes } from '#features/exports/schedules/schedule-routes.ts';
import { ScheduleService } from '#features/exports/schedules/schedule-service.ts';
import { UserAttributeRepository } from '#features/users/user-attribute-repository.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import { systemCaller } from '#http/system-caller.ts';
import { CoreTurns, leaveOneCore } from '#table-files/core-turns.ts';
import { DiskReserve } from '../ingest/disk-reserve.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import { progressOf } from '../jobs/progress-of.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';
import type { Ingest } from './ingest.ts';

/** So often is looked what was asked for at other nodes. */
const TAKE_UP_MS = 1_000;
const SWEEP_MS = 600_000;
const DUE_MS = 15_000;
const HOUR_MS = 3_600_000;
/** Guarantee H5. */
const MAILS_PER_HOUR = 20;

/** History as files. */
export interface Exports {
  readonly exportService: ExportService;
  readonly exportScheduler: ExportScheduler;
  readonly exportSchedules: ScheduleService;
  readonly exportRoutes: readonly Route[];
}

export async function openExports(
  { config, db, work, folder, clock, log, mails, publicAddress, closing, cluster, limits, news }: Foundation,
  { access }: Identity,
  { assetReader, currentValueService }: Equipment,
  { historian, pipeline }: Ingest,
): Promise<Exports> {
  const exports = new ExportRepository(db);
  const attributes = new UserAttributeRepository(db);
  const reserve = new DiskReserve(config.dataFolder);
  closing.defer(() => reserve.close());
  const pointsStored = () => pipeline.stats().stored;
  const turns = new CoreTurns(leaveOneCore({ pointsStored, cores: availableParallelism(), nowMs: () => clock.now() }));
  const assetExists = async (assetId: AssetId) => (await assetReader.find(systemCaller, assetId)) !== undefined;
  const progress = progressOf<ExportProgress>({ cluster, closing }, 'exports');
  const portalUrl = () => publicAddress.url;
  const zoneOf = (userId: UserId) => attributes.zoneOf(userId);
  const queue = new ExportQueue({
    work,
    exports,
    historian,
    turns,
    folder: folder.exportsFolder,
    answersFolder: folder.answersFolder,
    clock,
    log,
    diskFault: () => reserve.fault,
    progress,
    ...(cluster && { mayRun: () => cluster.duty.isMine }),
    assetExists,
    mails,
    portalUrl,
    zoneOf,
  });
  const addressesOf = async ({ userId, username }: Caller) => {
    const altEmail = await attributes.altEmailOf(userId);
    const [usual, other] = [mailTargetOf(username, altEmail), mailTargetOf(username, '')];
    return [...new Set([usual, other])].filter((address) => address !== undefined);
  };
  const namesOf = async (caller: Caller, assetId: AssetId): Promise<AssetNames> => {
    const entry = await assetReader.entry(caller, assetId);
    const scalings = scalingsOf(entry.attribute(SCALING_MAP));
    const items = (await currentValueService.namesOf(entry)).map(
      ({ dataItemId, label, unit, scaling: ofDefinition }) => {
        const item = itemName({ label, alias: entry.aliases.get(dataItemId) });
        const scaling = scalingInForce(scalings.get(dataItemId), ofDefinition);
        return [dataItemId, { item, unit, scaling }] as const;
      },
    );
    const { assetAlias, serialNumber } = entry.asset;
    return { asset: assetAlias || serialNumber, items: new Map(items) };
  };
  const unitsOf = async ({ userId }: Caller) => new UserUnits(unitChoice(await attributes.list(userId)));
  const mailLimit = limits.of('mails of exports of a user', MAILS_PER_HOUR, HOUR_MS);
  const service = new ExportService({
    work,
    exports,
    queue,
    progress,
    cancelled: news.jobs,
    historian,
    turns,
    clock,
    log,
    mailLimit,
    addressesOf,
    namesOf,
    unitsOf,
    assetExists,
    removeScratch: (path) => rm(path, { force: true }),
  });
  news.jobs.subscribe(({ cancelled }) => queue.drop(cancelled));
  await queue.open();
  closing.defer(() => queue.close());
  const sweep = startDutyJob({ cluster, log }, 'remove old exports', SWEEP_MS, () => queue.sweep());
  closing.defer(() => sweep.stop());
  if (cluster) {
    cluster.duty.onTaken(() => {
      queue.begin().catch((error: unknown) => log.error({ err: error }, 'exports of another node were not taken up'));
    });
    const more = startDutyJob({ cluster, log }, 'take up exports', TAKE_UP_MS, () => queue.takeUp());
    closing.defer(() => more.stop());
  }
  const schedules = new ExportScheduleRepository(db);
  const accessOf = (userId: UserId) => access.accessOf(userId);
  const scheduler = new ExportScheduler({
    ...{ work, schedules, service, clock, log, accessOf, namesOf, mails },
    notMade: { addressesOf, mailLimit, portalUrl, zoneOf },
  });
  const due = startDutyJob({ cluster, log }, 'begin scheduled exports', DUE_MS, () => scheduler.runDue());
  closing.defer(() => due.stop());
  const jobsOf = (caller: Caller) => service.list(caller);
  const scheduleService = new ScheduleService({
    ...{ work, schedules, clock, historian, namesOf, unitsOf, addressesOf, jobsOf },
  });
  return {
    exportService: service,
    exportScheduler: scheduler,
    exportSchedules: scheduleService,
    exportRoutes: [...exportRoutes(service), ...exportScheduleRoutes(scheduleService)],
  };
}
