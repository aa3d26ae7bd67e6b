import { isDeepStrictEqual } from 'node:util';
import {
  type AdminId,
  type AssetDefinitionId,
  type AssetGroupId,
  type AssetId,
  permissionId,
} from '@telltale/contract';
import type { AssetEvent, AssetEvents } from '#asset-events.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import { AssetCoordinatesRepository, type CoordinatesRecord } from './asset-coordinates-repository.ts';
import type { AssetReader } from './asset-reader.ts';
import { type AssetRecord, AssetRepository } from './asset-repository.ts';

export interface NewAssetInput {
  adminId?: AdminId | undefined;
  serialNumber: string;
  assetDefinitionId: AssetDefinitionId;
  assetAlias?: string | undefined;
  description?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
}

export interface Place {
  latitude: number;
  longitude: number;
}

/** What is absent stays as it is. */
export interface AssetChange {
  adminId?: AdminId | undefined;
  assetAlias?: string | undefined;
  description?: string | undefined;
  serialNumber?: string | undefined;
}

export interface AssetServiceOptions {
  work: UnitOfWork;
  assets: AssetRepository;
  definitionExists: (work: Work, assetDefinitionId: AssetDefinitionId) => Promise<boolean>;
  reader: AssetReader;
  /** @throws HttpError 404 for an admin unit that is none, 409 where the asset would be out of sight of its groups */
  requireUnit: (work: Work, adminId: AdminId, assetId: AssetId | undefined) => Promise<void>;
  events: AssetEvents;
  clock: Clock;
  /** A new access token, and how it is stored. */
  newToken: () => string;
  hashToken: (token: string) => string;
  /** Called before an asset is deleted; answers what deletes its history once that has committed. */
  planHistoryDrop: (work: Work, assetId: AssetId) => Promise<() => Promise<void>>;
}

const serialTaken = (serialNumber: string) => conflict(`The serial number ${serialNumber} is already in use.`);

/** Creates, changes and deletes assets. */
export class AssetService {
  readonly #options: AssetServiceOptions;

  constructor(options: AssetServiceOptions) {
    this.#options = options;
  }

  /**
   * Creates an asset in the caller's admin unit. One that a user without AdminModify creates goes into the first asset
   * group of this user, since otherwise nobody but an administrator would see it.
   * @returns the access token, which is stored as a hash and cannot be told again
   */
  async create(caller: Caller, input: NewAssetInput): Promise<{ assetId: AssetId; accessToken: string }> {
    if ((input.latitude === undefined) !== (input.longitude === undefined)) {
      throw badRequest('latitude and longitude come together.');
    }
    const accessToken = this.#options.newToken();
    const assetId = await this.#options.work.run(caller, async (work) => {
      const { adminId = caller.adminId } = input;
      if (adminId !== caller.adminId) await this.#requireUnit(work, caller, adminId, undefined);
      const asset = await this.#insert(work, adminId, input, accessToken);
      const assets = work.of(AssetRepository);
      const [group] = caller.visibility.everything ? [] : await assets.listGroupIdsOfUser(caller.userId);
      if (group !== undefined) await assets.addToGroup(group, asset.assetId);
      return asset.assetId;
    });
    return { assetId, accessToken };
  }

  /**
   * Creates an asset in an admin unit and a group (null: none) that the caller has decided upon, within its unit of work.
   * @throws HttpError 409 when the serial number is taken
   */
  async createWithin(
    work: Work,
    place: { adminId: AdminId; assetGroupId: AssetGroupId | null },
    input: NewAssetInput,
  ): Promise<{ assetId: AssetId; accessToken: string }> {
    const accessToken = this.#options.newToken();
    const { assetId } = await this.#insert(work, place.adminId, input, accessToken);
    if (place.assetGroupId !== null) await work.of(AssetRepository).addToGroup(place.assetGroupId, assetId);
    return { assetId, accessToken };
  }

  /**
   * The asset that a gateway names, created when there is none. Its own token is known to nobody until it is made anew.
   * @throws HttpError 404 when the serial number belongs to an asset of another admin unit
   */
  async ensureForGateway(
    gateway: { name: string; adminId: AdminId },
    serialNumber: string,
    assetDefinitionId: AssetDefinitionId,
  ): Promise<AssetRecord> {
    const by = { name: `gateway ${gateway.name}`, adminId: gateway.adminId };
    // Nearly always there is one: only the first message of an asset asks for a change.
    const known = await this.#options.assets.findBySerialNumber(serialNumber);
    const asset =
      known ??
      (await this.#options.work.run(by, async (work) => {
        const meanwhile = await work.of(AssetRepository).findBySerialNumber(serialNumber);
        const input = { serialNumber, assetDefinitionId };
        return meanwhile ?? this.#insert(work, gateway.adminId, input, this.#options.newToken());
      }));
    if (asset.adminId !== gateway.adminId) throw notFound('The asset');
    return asset;
  }

  /** @throws HttpError 409 for a serial number that is taken */
  async update(caller: Caller, assetId: AssetId, change: AssetChange): Promise<void> {
    const { work, reader } = this.#options;
    await work.run(caller, async (unit) =>
      this.updateWithin(unit, caller, await reader.within(unit, caller, assetId), change),
    );
  }

  /** The same within a change that has read the asset. */
  async updateWithin(unit: Work, caller: Caller, before: AssetRecord, change: AssetChange): Promise<void> {
    const { assetId } = before;
    const { serialNumber = before.serialNumber, assetAlias, description } = change;
    const after = {
      serialNumber,
      assetAlias: assetAlias ?? before.assetAlias,
      description: description ?? before.description,
    };
    const assets = unit.of(AssetRepository);
    const holder = await assets.findBySerialNumber(serialNumber);
    if (holder && holder.assetId !== assetId) throw serialTaken(serialNumber);
    const { adminId = before.adminId } = change;
    const isMoved = adminId !== before.adminId;
    if (isMoved) await this.#requireUnit(unit, caller, adminId, assetId);
    await assets.update(assetId, { ...after, adminId });
    const [from, to] = isMoved ? [{ adminId: before.adminId }, { adminId }] : [];
    const states = { before: { ...describe(before), ...from }, after: { ...after, ...to } };
    unit.note({ kind: 'asset', assetId, what: 'changed', ...states });
    if (isMoved) this.#publish(unit, 'moved', assetId);
    this.#publish(unit, 'changed', assetId);
  }

  /** Deletes the asset with its attributes, positions, token and history; the journal keeps what was done to it. */
  async delete(caller: Caller, assetId: AssetId): Promise<void> {
    const { work, reader } = this.#options;
    await work.run(caller, async (unit) => {
      const asset = await reader.within(unit, caller, assetId);
      const drop = await this.#options.planHistoryDrop(unit, assetId);
      await unit.of(AssetRepository).delete(assetId);
      unit.note({ kind: 'asset', assetId, what: 'deleted', before: describe(asset) });
      this.#publish(unit, 'deleted', assetId);
      unit.afterCommit(drop);
    });
  }

  /** Gives the asset a new access token; connections with the old one end. */
  async regenerateToken(caller: Caller, assetId: AssetId): Promise<string> {
    const { work, reader, newToken, hashToken } = this.#options;
    const accessToken = newToken();
    await work.run(caller, async (unit) => {
      await reader.within(unit, caller, assetId);
      await unit.of(AssetRepository).setTokenHash(assetId, hashToken(accessToken));
      unit.note({ kind: 'asset', assetId, what: 'access token made anew' });
      this.#publish(unit, 'token-changed', assetId);
    });
    return accessToken;
  }

  /** @param expected where the caller saw it, null: nowhere; 409 where it stands somewhere else by now. Absent: wherever it is */
  async setCoordinates(
    caller: Caller,
    assetId: AssetId,
    position: Place,
    expected?: Place | null | undefined,
  ): Promise<CoordinatesRecord> {
    const { work, reader } = this.#options;
    return work.run(caller, async (unit) => {
      await reader.within(unit, caller, assetId);
      if (expected !== undefined) {
        const stands = await this.placeOfWithin(unit, assetId);
        refuseUnseenPlace(expected, position, stands, holds(caller, permissionId('Assets', 'View')));
      }
      return this.placeWithin(unit, assetId, position);
    });
  }

  /** Where the asset stands within a change; null: nowhere. */
  async placeOfWithin(unit: Work, assetId: AssetId): Promise<Place | null> {
    const stands = await unit.of(AssetCoordinatesRepository).findCurrent(assetId);
    return stands === undefined ? null : place(stands);
  }

  /** The same within a change that has read the asset. */
  async placeWithin(unit: Work, assetId: AssetId, position: Place): Promise<CoordinatesRecord> {
    const coordinates = unit.of(AssetCoordinatesRepository);
    const before = await coordinates.findCurrent(assetId);
    const after = { assetId, ...position, setMs: this.#options.clock.now() };
    await coordinates.append(after);
    const what = { kind: 'coordinates', assetId, what: 'position set' };
    unit.note({ ...what, before: before && place(before), after: place(after) });
    this.#publish(unit, 'changed', assetId);
    return after;
  }

  /** @throws HttpError 404 when the asset has no position */
  async clearCoordinates(caller: Caller, assetId: AssetId): Promise<void> {
    const { work, reader } = this.#options;
    await work.run(caller, async (unit) => {
      await reader.within(unit, caller, assetId);
      if (!(await this.unplaceWithin(unit, assetId))) throw notFound('The position');
    });
  }

  /** The same within a change that has read the asset. @returns false when it has no position */
  async unplaceWithin(unit: Work, assetId: AssetId): Promise<boolean> {
    const coordinates = unit.of(AssetCoordinatesRepository);
    const before = await coordinates.findCurrent(assetId);
    if (before === undefined) return false;
    await coordinates.clear({ ...before, setMs: this.#options.clock.now() });
    unit.note({ kind: 'coordinates', assetId, what: 'position cleared', before: place(before) });
    this.#publish(unit, 'changed', assetId);
    return true;
  }

  async #insert(work: Work, adminId: AdminId, input: NewAssetInput, accessToken: string): Promise<AssetRecord> {
    const { serialNumber, assetDefinitionId, assetAlias = '', description = '', latitude, longitude } = input;
    const { clock, hashToken, definitionExists } = this.#options;
    if (!(await definitionExists(work, assetDefinitionId))) throw notFound('The asset definition');
    const createdMs = clock.now();
    const fields = { serialNumber, assetDefinitionId, assetAlias, description };
    const tokenHash = hashToken(accessToken);
    const created = await work.of(AssetRepository).insert({ ...fields, adminId, tokenHash, createdMs });
    if (!created) throw serialTaken(serialNumber);
    const { assetId } = created;
    if (latitude !== undefined && longitude !== undefined) {
      await work.of(AssetCoordinatesRepository).append({ assetId, latitude, longitude, setMs: createdMs });
    }
    const after = { ...fields, ...(latitude === undefined ? {} : { latitude, longitude }) };
    work.note({ kind: 'asset', assetId, what: 'created', after });
    this.#publish(work, 'created', assetId);
    return created;
  }

  /** To whom an asset belongs is for who sees all of them (spec 3 §14). */
  async #requireUnit(work: Work, caller: Caller, adminId: AdminId, assetId: AssetId | undefined): Promise<void> {
    if (!caller.visibility.everything) {
      throw forbidden('Only administrators of the first admin unit give an asset to another one.');
    }
    await this.#options.requireUnit(work, adminId, assetId);
  }

  #publish(work: Work, kind: Exclude<AssetEvent['kind'], 'attributes-changed'>, assetId: AssetId): void {
    work.tell(this.#options.events, { kind, assetId });
  }
}

/** What stands there already is no conflict. */
function refuseUnseenPlace(expected: Place | null, wanted: Place, stands: Place | null, maySee: boolean): void {
  if ([expected, wanted].some((place) => isDeepStrictEqual(place, stands))) return;
  throw conflict('The asset was moved meanwhile.', maySee ? { coordinates: stands } : undefined);
}

function describe({ serialNumber, assetAlias, description }: AssetRecord) {
  return { serialNumber, assetAlias, description };
}

function place({ latitude, longitude }: CoordinatesRecord): Place {
  return { latitude, longitude };
}
