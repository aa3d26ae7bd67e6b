import type { AdminId, AssetId } from '@telltale/contract';
import type { AssetEvents } from '#asset-events.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, forbidden, notFound } from '#http/errors.ts';
import type { AssetReader } from '../asset-reader.ts';
import { AssetRepository, type DeviceRecord } from '../asset-repository.ts';
import { faultOfAttribute, isPatientInfo, ONE_ASSET_ONLY } from '../attribute-rules.ts';
import { type AttributeInput, refuseWithout } from '../attribute-service.ts';
import { storeAttributes } from './store-attributes.ts';

export interface ManyAssetsOptions {
  work: UnitOfWork;
  reader: AssetReader;
  events: AssetEvents;
  /** @throws HttpError 404 for no such unit, 409 while a group would hold an asset that it cannot show */
  requireUnit: (work: Work, adminId: AdminId, assetIds: readonly AssetId[]) => Promise<void>;
  /** Called before an asset is deleted; answers what deletes its history once that has committed. */
  planHistoryDrop: (work: Work, assetId: AssetId) => Promise<() => Promise<void>>;
}

/** Changes many assets as one: all of them or none (spec 1 §2). */
export class ManyAssetsService {
  readonly #options: ManyAssetsOptions;

  constructor(options: ManyAssetsOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 when any of the assets is out of the caller's scope, 400 for an attribute that cannot be */
  async setAttributes(caller: Caller, assetIds: readonly AssetId[], inputs: readonly AttributeInput[]) {
    const named = [...new Set(assetIds)];
    const { events, work } = this.#options;
    for (const { attributeName } of inputs) refuseWithout(caller, attributeName, 'Modify');
    await this.#requireAll(caller, named);
    for (const { attributeName, attributeValue } of inputs) {
      const fault = isPatientInfo(attributeName) ? ONE_ASSET_ONLY : faultOfAttribute(attributeName, attributeValue);
      if (fault) throw badRequest(fault, { field: attributeName });
    }
    return work.run(caller, async (unit) => {
      await this.#within(unit, caller, named);
      const wanted = named.map((assetId) => ({ assetId, inputs }));
      const changed = (await storeAttributes(unit, events, wanted)).size;
      return { changed, unchanged: named.length - changed };
    });
  }

  /**
   * To whom assets belong is for who sees all of them (spec 3 §14).
   * @returns how many belonged to another unit before
   * @throws HttpError 403 for others, 404 for an asset or a unit that is none, 409 that names the groups in the way
   */
  async giveToUnit(caller: Caller, assetIds: readonly AssetId[], adminId: AdminId): Promise<number> {
    const named = [...new Set(assetIds)];
    await this.#requireAll(caller, named);
    if (!caller.visibility.everything) {
      throw forbidden('Only administrators of the first admin unit give assets to another one.');
    }
    const { work, events, requireUnit } = this.#options;
    return work.run(caller, async (unit) => {
      const moved = (await this.#within(unit, caller, named)).filter((asset) => asset.adminId !== adminId);
      await requireUnit(
        unit,
        adminId,
        moved.map(({ assetId }) => assetId),
      );
      await unit.of(AssetRepository).setUnit(
        moved.map(({ assetId }) => assetId),
        adminId,
      );
      for (const { assetId, adminId: before } of moved) {
        unit.note({ kind: 'asset', assetId, what: 'changed', before: { adminId: before }, after: { adminId } });
        unit.tell(events, { kind: 'changed', assetId });
      }
      const [first] = moved;
      // One word is enough for all: whoever hears it asks anew what everybody sees.
      if (first) unit.tell(events, { kind: 'moved', assetId: first.assetId });
      return moved.length;
    });
  }

  /** @throws HttpError 404 when any of the assets is out of the caller's scope */
  async delete(caller: Caller, assetIds: readonly AssetId[]): Promise<number> {
    const named = [...new Set(assetIds)];
    const { work, planHistoryDrop, events } = this.#options;
    await this.#requireAll(caller, named);
    return work.run(caller, async (unit) => {
      const repository = unit.of(AssetRepository);
      for (const asset of await this.#within(unit, caller, named)) {
        const { assetId, serialNumber, assetAlias, description } = asset;
        const drop = await planHistoryDrop(unit, assetId);
        await repository.delete(assetId);
        unit.note({ kind: 'asset', assetId, what: 'deleted', before: { serialNumber, assetAlias, description } });
        unit.tell(events, { kind: 'deleted', assetId });
        unit.afterCommit(drop);
      }
      return named.length;
    });
  }

  async #requireAll(caller: Caller, assetIds: readonly AssetId[]): Promise<void> {
    for (const assetId of assetIds) {
      if ((await this.#options.reader.find(caller, assetId)) === undefined) throw notFound('An asset of the list');
    }
  }

  async #within(work: Work, caller: Caller, assetIds: readonly AssetId[]): Promise<DeviceRecord[]> {
    const found = await work.of(AssetRepository).findAll(assetIds.filter((id) => caller.visibility.canSee(id)));
    if (found.length < assetIds.length) throw notFound('An asset of the list');
    return found;
  }
}
