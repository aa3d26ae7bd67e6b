import type { AdminId, AssetDefinitionId, AssetId, definitions } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { AssetEvents } from '#asset-events.ts';
import type { Clock } from '#clock.ts';
import type { Database } from '#db/schema.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { type Actor, actorOf, type Journal } from '#journal/journal.ts';
import type { AssetCoordinatesRepository, CoordinatesRecord } from './asset-coordinates-repository.ts';
import type { AssetReader } from './asset-reader.ts';
import type { AssetRecord, AssetRepository } from './asset-repository.ts';

export interface NewAssetInput {
  serialNumber: string;
  assetDefinitionId: AssetDefinitionId;
  assetAlias?: string | undefined;
  description?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
}

export interface AssetServiceOptions {
  db: Kysely<Database>;
  assets: AssetRepository;
  coordinates: AssetCoordinatesRepository;
  definitions: { find(assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinition | undefined> };
  reader: AssetReader;
  journal: Journal;
  events: AssetEvents;
  clock: Clock;
  /** A new access token, and how it is stored. */
  newToken: () => string;
  hashToken: (token: string) => string;
  /** Called before an asset is deleted; answers what deletes its history afterwards. */
  planHistoryDrop: (assetId: AssetId) => Promise<() => Promise<void>>;
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
    if (!(await this.#options.definitions.find(input.assetDefinitionId))) throw notFound('The asset definition');
    const accessToken = this.#options.newToken();
    const asset = await this.#insert(actorOf(caller), caller.adminId, input, accessToken, async (assets, assetId) => {
      const [group] = caller.visibility.everything ? [] : await assets.listGroupIdsOfUser(caller.userId);
      if (group !== undefined) await assets.addToGroup(group, assetId);
    });
    if (!asset) throw serialTaken(input.serialNumber);
    return { assetId: asset.assetId, accessToken };
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
    const input = { serialNumber, assetDefinitionId };
    const asset =
      (await this.#options.assets.findBySerialNumber(serialNumber)) ??
      (await this.#insert(by, gateway.adminId, input, this.#options.newToken())) ??
      (await this.#options.assets.findBySerialNumber(serialNumber));
    if (asset?.adminId !== gateway.adminId) throw notFound('The asset');
    return asset;
  }

  async update(
    caller: Caller,
    assetId: AssetId,
    change: { assetAlias?: string | undefined; description?: string | undefined; serialNumber?: string | undefined },
  ): Promise<void> {
    const { asset: before } = await this.#options.reader.entry(caller, assetId);
    const { serialNumber = before.serialNumber, assetAlias, description } = change;
    const after = {
      serialNumber,
      assetAlias: assetAlias ?? before.assetAlias,
      description: description ?? before.description,
    };
    await this.#options.db.transaction().execute(async (trx) => {
      const assets = this.#options.assets.within(trx);
      const holder = await assets.findBySerialNumber(serialNumber);
      if (holder && holder.assetId !== assetId) throw serialTaken(serialNumber);
      await assets.update(assetId, after);
      const what = { kind: 'asset', assetId, what: 'changed', by: actorOf(caller) };
      await this.#options.journal.append({ ...what, before: describe(before), after }, trx);
    });
    this.#options.events.publish({ kind: 'changed', assetId });
  }

  /** Deletes the asset with its attributes, positions, token and history; the journal keeps what was done to it. */
  async delete(caller: Caller, assetId: AssetId): Promise<void> {
    const { asset } = await this.#options.reader.entry(caller, assetId);
    const dropHistory = await this.#options.planHistoryDrop(assetId);
    await this.#options.db.transaction().execute(async (trx) => {
      await this.#options.assets.within(trx).delete(assetId);
      const what = { kind: 'asset', assetId, what: 'deleted', by: actorOf(caller) };
      await this.#options.journal.append({ ...what, before: describe(asset) }, trx);
    });
    this.#options.events.publish({ kind: 'deleted', assetId });
    await dropHistory();
  }

  /** Gives the asset a new access token; connections with the old one end. */
  async regenerateToken(caller: Caller, assetId: AssetId): Promise<string> {
    await this.#options.reader.entry(caller, assetId);
    const accessToken = this.#options.newToken();
    await this.#options.db.transaction().execute(async (trx) => {
      await this.#options.assets.within(trx).setTokenHash(assetId, this.#options.hashToken(accessToken));
      const what = 'access token made anew';
      await this.#options.journal.append({ kind: 'asset', assetId, what, by: actorOf(caller) }, trx);
    });
    this.#options.events.publish({ kind: 'token-changed', assetId });
    return accessToken;
  }

  async setCoordinates(
    caller: Caller,
    assetId: AssetId,
    position: { latitude: number; longitude: number },
  ): Promise<CoordinatesRecord> {
    const { coordinates: before } = await this.#options.reader.entry(caller, assetId);
    const after = { assetId, ...position, setMs: this.#options.clock.now() };
    await this.#options.db.transaction().execute(async (trx) => {
      await this.#options.coordinates.within(trx).append(after);
      const what = { kind: 'coordinates', assetId, what: 'position set', by: actorOf(caller) };
      await this.#options.journal.append({ ...what, before: before && place(before), after: place(after) }, trx);
    });
    this.#options.events.publish({ kind: 'changed', assetId });
    return after;
  }

  async #insert(
    by: Actor,
    adminId: AdminId,
    input: NewAssetInput,
    accessToken: string,
    andThen?: (assets: AssetRepository, assetId: AssetId) => Promise<void>,
  ): Promise<AssetRecord | undefined> {
    const { serialNumber, assetDefinitionId, assetAlias = '', description = '', latitude, longitude } = input;
    const createdMs = this.#options.clock.now();
    const tokenHash = this.#options.hashToken(accessToken);
    const asset = await this.#options.db.transaction().execute(async (trx) => {
      const assets = this.#options.assets.within(trx);
      const fields = { serialNumber, assetDefinitionId, assetAlias, description };
      const created = await assets.insert({ ...fields, adminId, tokenHash, createdMs });
      if (!created) return undefined;
      const { assetId } = created;
      if (latitude !== undefined && longitude !== undefined) {
        await this.#options.coordinates.within(trx).append({ assetId, latitude, longitude, setMs: createdMs });
      }
      await andThen?.(assets, assetId);
      const after = { ...fields, ...(latitude === undefined ? {} : { latitude, longitude }) };
      await this.#options.journal.append({ kind: 'asset', assetId, what: 'created', after, by }, trx);
      return created;
    });
    if (asset) this.#options.events.publish({ kind: 'created', assetId: asset.assetId });
    return asset;
  }
}

function describe({ serialNumber, assetAlias, description }: AssetRecord) {
  return { serialNumber, assetAlias, description };
}

function place({ latitude, longitude }: CoordinatesRecord) {
  return { latitude, longitude };
}
