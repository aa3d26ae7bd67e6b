import {
  type AssetDefinitionId,
  type AssetId,
  type DashboardId,
  DEFAULT_DASHBOARD_NAME,
  dashboards,
  permissionId,
  type SystemDefinitionId,
} from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Database } from '#db/schema.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound, tooLarge } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import { faultOfJsonText } from '#json-text.ts';
import type { DashboardRecord, DashboardRepository, DashboardVersionRecord } from './dashboard-repository.ts';

export interface DashboardInput {
  dashboardId: 0 | DashboardId;
  dashboardName: string;
  assetDefinitionId?: AssetDefinitionId | null | undefined;
  systemDefinitionId?: SystemDefinitionId | null | undefined;
  config: string;
  /** The version that the edit began with. */
  version?: number | undefined;
}

export interface DashboardServiceOptions {
  db: Kysely<Database>;
  dashboards: DashboardRepository;
  /** Whether the caller sees what belongs to a definition (spec 3 §13 'visibility of types'). */
  canSeeDefinition: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<boolean>;
  definitionExists: (assetDefinitionId: AssetDefinitionId) => Promise<boolean>;
  /** Whether there is such a system definition and the caller sees a system of it. */
  canSeeSystemDefinition: (caller: Caller, systemDefinitionId: SystemDefinitionId) => Promise<boolean>;
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  journal: Journal;
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
    if (input.dashboardId === 0) return this.#create(caller, input);
    const current = await this.#find(caller, input.dashboardId);
    await this.#refuseNewOwner(caller, current, input);
    refuseBadConfig(input.config);
    if (input.version !== undefined && input.version !== current.version) throw savedInBetween(current);
    const dashboardName = input.dashboardName || current.dashboardName;
    return this.#saveNext(caller, current, { dashboardName, config: input.config }, 'saved');
  }

  async delete(caller: Caller, dashboardId: DashboardId): Promise<void> {
    const before = await this.#find(caller, dashboardId);
    await this.#options.db.transaction().execute((trx) => this.#drop(caller, before, trx));
  }

  /** Deletes the dashboards of a definition that is being deleted. */
  async dropOfDefinition(caller: Caller, assetDefinitionId: AssetDefinitionId, trx: Kysely<Database>): Promise<void> {
    const own = await this.#options.dashboards.within(trx).listOfAssetDefinition(assetDefinitionId);
    for (const dashboard of own) await this.#drop(caller, dashboard, trx);
  }

  async dropOfSystemDefinition(
    caller: Caller,
    systemDefinitionId: SystemDefinitionId,
    trx: Kysely<Database>,
  ): Promise<void> {
    const own = await this.#options.dashboards.within(trx).listOfSystemDefinition(systemDefinitionId);
    for (const dashboard of own) await this.#drop(caller, dashboard, trx);
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
    const current = await this.#find(caller, dashboardId);
    const earlier = await this.#options.dashboards.findVersion(dashboardId, version);
    if (!earlier) throw notFound('The version');
    const { dashboardName, config } = earlier;
    return this.#saveNext(caller, current, { dashboardName, config }, `version ${version} restored`);
  }

  async #create(caller: Caller, input: DashboardInput): Promise<dashboards.Dashboard> {
    const { assetDefinitionId, systemDefinitionId } = input;
    if (!assetDefinitionId === !systemDefinitionId) {
      throw badRequest('A dashboard belongs to one assetDefinitionId or one systemDefinitionId.');
    }
    if (assetDefinitionId) {
      const isKnown = await this.#options.definitionExists(assetDefinitionId);
      if (!isKnown || !(await this.#options.canSeeDefinition(caller, assetDefinitionId))) {
        throw notFound('The asset definition');
      }
    }
    if (systemDefinitionId && !(await this.#options.canSeeSystemDefinition(caller, systemDefinitionId))) {
      throw notFound('The system definition');
    }
    refuseBadConfig(input.config);
    const created = await this.#options.db.transaction().execute(async (trx) => {
      const record = await this.#options.dashboards.within(trx).insert({
        dashboardName: input.dashboardName || DEFAULT_DASHBOARD_NAME,
        config: input.config,
        assetDefinitionId: assetDefinitionId ?? null,
        systemDefinitionId: systemDefinitionId ?? null,
        modifiedMs: this.#options.clock.now(),
        modifiedBy: caller.username,
      });
      const entry = { kind: 'dashboard', what: `dashboard ${record.dashboardId} created`, by: actorOf(caller) };
      await this.#options.journal.append({ ...entry, after: describe(record) }, trx);
      return record;
    });
    return toDashboard(created);
  }

  async #saveNext(
    caller: Caller,
    current: DashboardRecord,
    content: { dashboardName: string; config: string },
    done: string,
  ): Promise<dashboards.Dashboard> {
    const saved = await this.#options.db.transaction().execute(async (trx) => {
      const { dashboards: repository, journal, clock } = this.#options;
      const by = { modifiedMs: clock.now(), modifiedBy: caller.username };
      const record = await repository.within(trx).save(current.dashboardId, current.version, { ...content, ...by });
      if (!record) return undefined;
      const entry = { kind: 'dashboard', what: `dashboard ${record.dashboardId} ${done}`, by: actorOf(caller) };
      await journal.append({ ...entry, before: describe(current), after: describe(record) }, trx);
      return record;
    });
    if (saved) return toDashboard(saved);
    throw savedInBetween(await this.#find(caller, current.dashboardId));
  }

  async #drop(caller: Caller, before: DashboardRecord, trx: Kysely<Database>): Promise<void> {
    await this.#options.dashboards.within(trx).delete(before.dashboardId);
    const entry = { kind: 'dashboard', what: `dashboard ${before.dashboardId} deleted`, by: actorOf(caller) };
    // Its versions go with it, so the journal keeps the last one whole.
    await this.#options.journal.append({ ...entry, before: { ...describe(before), config: before.config } }, trx);
  }

  /** @throws HttpError 404 when there is none, or the caller may not see what belongs to its definition */
  async #find(caller: Caller, dashboardId: DashboardId): Promise<DashboardRecord> {
    const dashboard = await this.#options.dashboards.find(dashboardId);
    if (!dashboard || !(await this.#canSee(caller, dashboard))) throw notFound('The dashboard');
    return dashboard;
  }

  async #canSee(caller: Caller, { assetDefinitionId, systemDefinitionId }: DashboardRecord): Promise<boolean> {
    if (assetDefinitionId !== null) return this.#options.canSeeDefinition(caller, assetDefinitionId);
    return systemDefinitionId !== null && this.#options.canSeeSystemDefinition(caller, systemDefinitionId);
  }

  /** A dashboard stays with its definition; naming another is 404 when it is foreign, and 400 otherwise. */
  async #refuseNewOwner(caller: Caller, current: DashboardRecord, input: DashboardInput): Promise<void> {
    const { assetDefinitionId, systemDefinitionId } = input;
    if (systemDefinitionId && systemDefinitionId !== current.systemDefinitionId) {
      throw notFound('The system definition');
    }
    if (!assetDefinitionId || assetDefinitionId === current.assetDefinitionId) return;
    if (!(await this.#options.canSeeDefinition(caller, assetDefinitionId))) throw notFound('The asset definition');
    throw badRequest('The dashboard belongs to another asset definition; save it as a new one there.');
  }
}

function refuseBadConfig(config: string): void {
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

function describe({ dashboardName, version, assetDefinitionId, systemDefinitionId }: DashboardRecord) {
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
