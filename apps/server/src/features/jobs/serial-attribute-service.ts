import {
  type AssetId,
  type assets,
  isCompletion,
  isJobAttribute,
  isProjection,
  JOB_ASSET_DEFINITION,
  JOB_GENERATED,
  type PermissionAction,
  permissionId,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { type JobInput, readJob } from './job-input.ts';
import { type JobAttribute, JobRepository } from './job-repository.ts';
import { keptOfJob } from './job-service.ts';
import type { RigAsset, Rigs } from './rigs.ts';

export interface SerialAttributeServiceOptions {
  work: UnitOfWork;
  rigs: Rigs;
  clock: Clock;
}

const PREFIX = `${JOB_ASSET_DEFINITION}!`.toLowerCase();

/** Sets the attributes of jobs by serial number: in the asset of the job itself, and in the rig that it is done with. */
export class SerialAttributeService {
  readonly #options: SerialAttributeServiceOptions;

  constructor(options: SerialAttributeServiceOptions) {
    this.#options = options;
  }

  /**
   * Stores attributes, all of them or none. `HCU-LIME!{job}` makes the asset of the job where there is none; attributes of
   * a rig that name another job than the one it is on begin that job.
   * @param rig the serial number of the rig: who sees it sees the asset that is made
   * @throws HttpError 404 for a serial number or a rig out of sight, 409 for one that is somebody else's
   */
  async put(
    caller: Caller,
    serialNumber: string,
    rig: string | undefined,
    inputs: readonly JobAttribute[],
  ): Promise<assets.Attribute[]> {
    const { work, rigs } = this.#options;
    for (const { attributeName } of inputs) this.#refuseAttribute(caller, attributeName);
    return work.run(caller, async (unit) => {
      const rigAsset = rig === undefined ? undefined : await this.#seen(unit, caller, rig);
      if (rig !== undefined && !rigAsset) throw notFound('The rig');
      const known = await this.#seen(unit, caller, serialNumber);
      const name = jobOf(serialNumber);
      if (known === undefined && name === undefined) throw notFound('The asset');
      for (const { attributeName, attributeValue } of inputs) {
        const fault = rigs.faultOfAttribute(attributeName, attributeValue);
        if (fault) throw badRequest(fault, { field: attributeName });
      }
      const job = readJob(inputs);
      const asset = known ?? (await this.#ofJob(unit, caller, name ?? '', rigAsset));
      if (known) require(caller, 'Modify', 'Changing a job');
      if (job.serialNumber !== undefined && nameKey(job.serialNumber) !== nameKey(asset.serialNumber)) {
        await this.#begin(unit, caller, asset.assetId, { ...job, serialNumber: job.serialNumber }, inputs);
      }
      return rigs.putAttributes(unit, asset.assetId, inputs);
    });
  }

  /** 404 where there can be nothing, before the body is looked at. */
  async requireKnown(caller: Caller, serialNumber: string): Promise<void> {
    if (jobOf(serialNumber) !== undefined) return;
    const known = await this.#options.rigs.peek(serialNumber);
    if (!known || !caller.visibility.canSee(known.assetId)) throw notFound('The asset');
  }

  async #seen(unit: Work, caller: Caller, serialNumber: string): Promise<RigAsset | undefined> {
    const asset = await this.#options.rigs.findBySerialNumber(unit, serialNumber);
    return asset && caller.visibility.canSee(asset.assetId) ? asset : undefined;
  }

  /** The asset of a job, made where there is none. */
  async #ofJob(unit: Work, caller: Caller, name: string, rig: RigAsset | undefined): Promise<RigAsset> {
    const { rigs } = this.#options;
    const known = await rigs.findBySerialNumber(unit, name);
    if (!known) require(caller, 'Create', 'A new job');
    const assetDefinitionId = await rigs.definitionOfJobs(unit, caller);
    if (!known) return rigs.makeAsset(unit, caller, { serialNumber: name, assetDefinitionId }, rig);
    if (!caller.visibility.canSee(known.assetId) || known.assetDefinitionId !== assetDefinitionId) {
      throw conflict(`The serial number ${name} is already in use.`);
    }
    require(caller, 'Modify', 'Changing a job');
    return known;
  }

  /** The rig goes over to a job: the one before is closed, and what belonged to that alone is gone. */
  async #begin(
    unit: Work,
    caller: Caller,
    assetId: AssetId,
    job: JobInput & { serialNumber: string },
    inputs: readonly JobAttribute[],
  ): Promise<void> {
    const { rigs, clock } = this.#options;
    const nowMs = clock.now();
    const jobs = unit.of(JobRepository);
    const before = await rigs.attributesOf(unit, assetId);
    const current = await jobs.findOpen(assetId);
    const isOther = current === undefined || nameKey(current.serialNumber) !== nameKey(job.serialNumber);
    const planned = isOther ? undefined : current;
    if (isOther) require(caller, 'Create', 'A new job');
    if (isOther && current) {
      const endMs = Math.max(current.startMs ?? current.openedMs, Math.min(nowMs, job.startMs ?? nowMs));
      await jobs.close(current.jobId, endMs, caller.username, keptOfJob(before));
      const after = { closed: new Date(endMs).toISOString() };
      unit.note({ kind: 'job', assetId, what: `job ${current.serialNumber} closed`, after });
    }
    const sent = new Set(inputs.map(({ attributeName }) => nameKey(attributeName)));
    const stale = before
      .map(({ attributeName }) => attributeName)
      .filter((name) => !sent.has(nameKey(name)))
      .filter((name) => isProjection(name) || (isOther && isCompletion(name)) || isCloseTime(name));
    await rigs.deleteAttributes(unit, assetId, stale);
    const { startMs = planned?.startMs ?? null, endMs = planned?.endMs ?? null, serialNumber } = job;
    await jobs.open({ assetId, serialNumber, startMs, endMs, openedMs: nowMs, openedBy: caller.username });
    if (isOther) unit.note({ kind: 'job', assetId, what: `job ${serialNumber} begun`, after: { serialNumber } });
  }

  /** @throws HttpError 403 for an attribute that belongs to no job, without the permission for those */
  #refuseAttribute(caller: Caller, attributeName: string): void {
    this.#options.rigs.refuseAttribute(caller, attributeName);
    if (isJobAttribute(attributeName) || holds(caller, permissionId('Attributes', 'Modify'))) return;
    throw forbidden(`${attributeName} is no attribute of a job: changing it needs the permission Attributes/Modify.`);
  }
}

/** The name of the job that `HCU-LIME!{job}` asks for. */
function jobOf(serialNumber: string): string | undefined {
  const name = serialNumber.toLowerCase().startsWith(PREFIX) ? serialNumber.slice(PREFIX.length).trim() : '';
  return name === '' ? undefined : name;
}

const isCloseTime = (attributeName: string) => nameKey(attributeName) === nameKey(JOB_GENERATED.closed);

function require(caller: Caller, action: PermissionAction, what: string): void {
  if (!holds(caller, permissionId('Jobs', action))) throw forbidden(`${what} needs the permission Jobs/${action}.`);
}
