import {
  type AssetDefinitionId,
  type AssetId,
  type DashboardId,
  DEFAULT_DASHBOARD_NAME,
  dashboards,
  permissionId,
  type SystemDefinitionId,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound, tooLarge } from '#http/errors.ts';
import { faultOfJsonText } from '#json-text.ts';
import { type DashboardRecord, DashboardRepository, type DashboardVersionRecord } from './dashboard-repository.ts';

export interface DashboardInput {
  dashboardId: 0 | DashboardId;
  dashboardName: string;
  assetDefinitionId?: AssetDefinitionId | null | undefined;
  systemDefinitionId?: SystemDefinitionId | null | undefined;
  config: string;
  /** The version that the edit began with. */
  version?: number | undefined;
}

/** Whether there is such a definition and the caller sees what belongs to it (spec 3 §13 'visibility of types'). */
export interface DefinitionSight {
  ofAssets(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<boolean>;
  ofSystems(caller: Caller, systemDefinitionId: SystemDefinitionId): Promise<boolean>;
}

export interface DashboardServiceOptions {
  work: UnitOfWork;
  dashboards: DashboardRepository;
  sight: DefinitionSight;
  /** The same as things stand within a change. */
  sightWithin: (work: Work) => DefinitionSight;
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  clock: Clock;
}

const CREATE = permissionId('Dashboard', 'Create');
const MODIFY = permissionId('Dashboard', 'Modify');

/** Reads and saves dashboards; every version is kept, and the text of a config is never changed. */
export class DashboardService {
  readonly #options: DashboardServiceOptions;

  constructor(options: DashboardServiceOptions) {
    this.#options = options;
  }

  async listOfAsset(caller: Caller, assetId: AssetId): Promise<dashboards.Dashboard[]> {
    const assetDefinitionId = await this.#options.definitionOfAsset(caller, assetId);
    return (await this.#options.dashboards.listOfAssetDefinition(assetDefinitionId)).map(toDashboard);
  }

  /** The first is the one that opens. */
  async listHeads(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<dashboards.DashboardHead[]> {
    if (!(await this.#options.sight.ofAssets(caller, assetDefinitionId))) throw notFound('The asset definition');
    const heads = await this.#options.dashboards.listHeadsOf(assetDefinitionId);
    return heads.map(({ modifiedMs, ...head }) => ({ ...head, modified: new Date(modifiedMs).toISOString() }));
  }

  /** Those of a system definition; who may see them is asked of the system. */
  async listOfSystemDefinition(systemDefinitionId: SystemDefinitionId): Promise<dashboards.Dashboard[]> {
    return (await this.#options.dashboards.listOfSystemDefinition(systemDefinitionId)).map(toDashboard);
  }

  async get(caller: Caller, dashboardId: DashboardId): Promise<dashboards.Dashboard> {
    return toDashboard(await this.#find(caller, dashboardId));
  }

  /** @throws HttpError 403 for who may save nothing at all, before the body is looked at */
  refuseReaders(caller: Caller): void {
    if (!holds(caller, CREATE) && !holds(caller, MODIFY)) throw forbidden();
  }

  /**
   * Saves a dashboard, or creates one for dashboardId 0.
   * @throws HttpError 409 when `version` is given and somebody saved in between; the details name the version and who
   */
  async save(caller: Caller, input: DashboardInput): Promise<dashboards.Dashboard> {
    if (!holds(caller, input.dashboardId === 0 ? CREATE : MODIFY)) throw forbidden();
    return this.#options.work.run(caller, async (unit) => {
      if (input.dashboardId === 0) return this.#create(unit, caller, input);
      const current = await this.#findWithin(unit, caller, input.dashboardId);
      await refuseNewOwner(caller, current, input, this.#options.sightWithin(unit));
      refuseBadConfig(input.config);
      if (input.version !== undefined && input.version !== current.version) throw savedInBetween(current);
      const dashboardName = input.dashboardName || current.dashboardName;
      return this.#saveNext(unit, caller, current, { dashboardName, config: input.config }, 'saved');
    });
  }

  async delete(caller: Caller, dashboardId: DashboardId): Promise<void> {
    await this.#options.work.run(caller, async (unit) => drop(unit, await this.#findWithin(unit, caller, dashboardId)));
  }

  /** Deletes the dashboards of a definition that is being deleted. */
  async dropOfDefinition(work: Work, assetDefinitionId: AssetDefinitionId): Promise<void> {
    const own = await work.of(DashboardRepository).listOfAssetDefinition(assetDefinitionId);
    for (const dashboard of own) await drop(work, dashboard);
  }

  async dropOfSystemDefinition(work: Work, systemDefinitionId: SystemDefinitionId): Promise<void> {
    const own = await work.of(DashboardRepository).listOfSystemDefinition(systemDefinitionId);
    for (const dashboard of own) await drop(work, dashboard);
  }

  /** Newest first. */
  async listVersions(caller: Caller, dashboardId: DashboardId): Promise<dashboards.DashboardVersion[]> {
    await this.#find(caller, dashboardId);
    const versions = await this.#options.dashboards.listVersions(dashboardId);
    return versions.map(toVersion);
  }

  /** @throws HttpError 404 when the dashboard is out of sight or never had that version */
  async getVersion(
    caller: Caller,
    dashboardId: DashboardId,
    version: number,
  ): Promise<dashboards.DashboardVersionWithConfig> {
    await this.#find(caller, dashboardId);
    const found = await this.#options.dashboards.findVersion(dashboardId, version);
    if (!found) throw notFound('The version');
    return { ...toVersion(found), config: found.config };
  }

  /** Saves an earlier version again, as the newest. */
  async restore(caller: Caller, dashboardId: DashboardId, version: number): Promise<dashboards.Dashboard> {
    return this.#options.work.run(caller, async (unit) => {
      const current = await this.#findWithin(unit, caller, dashboardId);
      const earlier = await unit.of(DashboardRepository).findVersion(dashboardId, version);
      if (!earlier) throw notFound('The version');
      const { dashboardName, config } = earlier;
      return this.#saveNext(unit, caller, current, { dashboardName, config }, `version ${version} restored`);
    });
  }

  async #create(work: Work, caller: Caller, input: DashboardInput): Promise<dashboards.Dashboard> {
    const { assetDefinitionId, systemDefinitionId } = input;
    if (!assetDefinitionId === !systemDefinitionId) {
      throw badRequest('A dashboard belongs to one assetDefinitionId or one systemDefinitionId.');
    }
    const sight = this.#options.sightWithin(work);
    if (assetDefinitionId && !(await sight.ofAssets(caller, assetDefinitionId))) {
      throw notFound('The asset definition');
    }
    if (systemDefinitionId && !(await sight.ofSystems(caller, systemDefinitionId))) {
      throw notFound('The system definition');
    }
    refuseBadConfig(input.config);
    const record = await work.of(DashboardRepository).insert({
      dashboardName: input.dashboardName || DEFAULT_DASHBOARD_NAME,
      config: input.config,
      assetDefinitionId: assetDefinitionId ?? null,
      systemDefinitionId: systemDefinitionId ?? null,
      modifiedMs: this.#options.clock.now(),
      modifiedBy: caller.username,
    });
    work.note({ kind: 'dashboard', what: `dashboard ${record.dashboardId} created`, after: describe(record) });
    return toDashboard(record);
  }

  async #saveNext(
    work: Work,
    caller: Caller,
    current: DashboardRecord,
    content: { dashboardName: string; config: string },
    done: string,
  ): Promise<dashboards.Dashboard> {
    const by = { modifiedMs: this.#options.clock.now(), modifiedBy: caller.username };
    const repository = work.of(DashboardRepository);
    const record = await repository.save(current.dashboardId, current.version, { ...content, ...by });
    if (!record) throw savedInBetween(current);
    const what = `dashboard ${record.dashboardId} ${done}`;
    work.note({ kind: 'dashboard', what, before: describe(current), after: describe(record) });
    return toDashboard(record);
  }

  /** @throws HttpError 404 when there is none, or the caller may not see what belongs to its definition */
  async #find(caller: Caller, dashboardId: DashboardId): Promise<DashboardRecord> {
    return findInSight(caller, dashboardId, this.#options.dashboards, this.#options.sight);
  }

  async #findWithin(work: Work, caller: Caller, dashboardId: DashboardId): Promise<DashboardRecord> {
    return findInSight(caller, dashboardId, work.of(DashboardRepository), this.#options.sightWithin(work));
  }
}

async function findInSight(
  caller: Caller,
  dashboardId: DashboardId,
  repository: DashboardRepository,
  sight: DefinitionSight,
): Promise<DashboardRecord> {
  const dashboard = await repository.find(dashboardId);
  if (!dashboard || !(await isInSight(caller, dashboard, sight))) throw notFound('The dashboard');
  return dashboard;
}

async function isInSight(
  caller: Caller,
  { assetDefinitionId, systemDefinitionId }: DashboardRecord,
  sight: DefinitionSight,
): Promise<boolean> {
  if (assetDefinitionId !== null) return sight.ofAssets(caller, assetDefinitionId);
  return systemDefinitionId !== null && sight.ofSystems(caller, systemDefinitionId);
}

/** A dashboard stays with its definition; naming another is 404 when it is foreign, and 400 otherwise. */
async function refuseNewOwner(
  caller: Caller,
  current: DashboardRecord,
  { assetDefinitionId, systemDefinitionId }: DashboardInput,
  sight: DefinitionSight,
): Promise<void> {
  if (systemDefinitionId && systemDefinitionId !== current.systemDefinitionId) {
    throw notFound('The system definition');
  }
  if (!assetDefinitionId || assetDefinitionId === current.assetDefinitionId) return;
  if (!(await sight.ofAssets(caller, assetDefinitionId))) throw notFound('The asset definition');
  throw badRequest('The dashboard belongs to another asset definition; save it as a new one there.');
}

export async function drop(work: Work, before: DashboardRecord): Promise<void> {
  await work.of(DashboardRepository).delete(before.dashboardId);
  // Its versions go with it, so the journal keeps the last one whole.
  const kept = { ...describe(before), config: before.config };
  work.note({ kind: 'dashboard', what: `dashboard ${before.dashboardId} deleted`, before: kept });
}

export function refuseBadConfig(config: string): void {
  if (Buffer.byteLength(config) > dashboards.MAX_DASHBOARD_CONFIG_BYTES) {
    throw tooLarge(`A dashboard has at most ${dashboards.MAX_DASHBOARD_CONFIG_BYTES} bytes.`);
  }
  const fault = faultOfJsonText(config);
  if (fault) throw badRequest(`The config ${fault}.`, { field: 'config' });
}

function savedInBetween({ version, modifiedBy, modifiedMs }: DashboardRecord) {
  const modified = new Date(modifiedMs).toISOString();
  const message = `${modifiedBy} saved this dashboard in the meantime, as version ${version}.`;
  return conflict(message, { version, modifiedBy, modified });
}

export function describe({ dashboardName, version, assetDefinitionId, systemDefinitionId }: DashboardRecord) {
  return { dashboardName, version, assetDefinitionId, ...(systemDefinitionId === null ? {} : { systemDefinitionId }) };
}

function toVersion(record: Omit<DashboardVersionRecord, 'config'>): dashboards.DashboardVersion {
  const { version, dashboardName, modifiedMs, modifiedBy } = record;
  return { version, dashboardName, modified: new Date(modifiedMs).toISOString(), modifiedBy };
}

function toDashboard(record: DashboardRecord): dashboards.Dashboard {
  const { modifiedMs, ...rest } = record;
  return { ...rest, modified: new Date(modifiedMs).toISOString() };
}
