import { type AssetId, assets, permissionId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { AssetEvents } from '#asset-events.ts';
import type { Database } from '#db/schema.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden, notFound } from '#http/errors.ts';
import { type Actor, actorOf, type Journal, type JournalEntryInput } from '#journal/journal.ts';
import type { AssetAttributeRepository, AttributeRecord } from './asset-attribute-repository.ts';
import { readableAttributes } from './asset-json.ts';
import type { AssetReader } from './asset-reader.ts';
import { faultOfAttribute, isPatientInfo } from './attribute-rules.ts';

export interface AttributeInput {
  attributeName: string;
  attributeValue: string;
}

export interface AttributeServiceOptions {
  db: Kysely<Database>;
  attributes: AssetAttributeRepository;
  reader: AssetReader;
  journal: Journal;
  events: AssetEvents;
}

/** 'Modify' may create too; 'Create' may change only for holders of Modify. */
export type AttributeRight = 'Create' | 'Modify' | 'Delete';

/** Reads and writes attributes of assets; every change is in the journal with the value before. */
export class AttributeService {
  readonly #options: AttributeServiceOptions;

  constructor(options: AttributeServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller, assetId: AssetId): Promise<assets.Attribute[]> {
    const { attributes } = await this.#options.reader.entry(caller, assetId);
    return readableAttributes(caller, attributes);
  }

  /**
   * Creates or changes attributes, all of them or none.
   * @returns them as stored, in the order given
   */
  async put(
    caller: Caller,
    assetId: AssetId,
    inputs: readonly AttributeInput[],
    right: Exclude<AttributeRight, 'Delete'>,
  ): Promise<assets.Attribute[]> {
    for (const { attributeName } of inputs) refuseWithout(caller, attributeName, right);
    await this.#options.reader.entry(caller, assetId);
    for (const { attributeName, attributeValue } of inputs) {
      const fault = faultOfAttribute(attributeName, attributeValue);
      if (fault) throw badRequest(fault, { field: attributeName });
    }
    const mayChange = right === 'Modify' || holds(caller, permissionId('Attributes', 'Modify'));
    const { stored, changed } = await this.#store(assetId, inputs, actorOf(caller), mayChange);
    this.#publish(assetId, changed, 'portal');
    return stored;
  }

  /**
   * Stores what a device says of itself. What breaks a rule is left out and named in the answer.
   * @returns the attributes that were refused, each with the reason
   */
  async saveFromDevice(
    device: { assetId: AssetId; name: string },
    inputs: readonly AttributeInput[],
  ): Promise<{ attributeName: string; reason: string }[]> {
    const refused: { attributeName: string; reason: string }[] = [];
    const accepted = inputs.filter(({ attributeName, attributeValue }) => {
      const reason = isPatientInfo(attributeName)
        ? 'PatientInfo is written by people only.'
        : faultOfAttribute(attributeName, attributeValue);
      if (reason) refused.push({ attributeName, reason });
      return !reason;
    });
    const { changed } = await this.#store(device.assetId, accepted, { name: `device ${device.name}` }, true);
    this.#publish(device.assetId, changed, 'device');
    return refused;
  }

  async delete(caller: Caller, assetId: AssetId, attributeName: string): Promise<void> {
    refuseWithout(caller, attributeName, 'Delete');
    await this.#options.reader.entry(caller, assetId);
    const gone = await this.#options.db.transaction().execute(async (trx) => {
      const attributes = this.#options.attributes.within(trx);
      const before = await attributes.find(assetId, attributeName);
      if (!before) throw notFound('The attribute');
      await attributes.delete(assetId, attributeName);
      await this.#options.journal.append(entryOf(actorOf(caller), before, undefined), trx);
      return before;
    });
    this.#publish(assetId, [{ attributeName: gone.attributeName, attributeValue: null }], 'portal');
  }

  async #store(assetId: AssetId, inputs: readonly AttributeInput[], by: Actor, mayChange: boolean) {
    return this.#options.db.transaction().execute(async (trx) => {
      const attributes = this.#options.attributes.within(trx);
      const stored: AttributeRecord[] = [];
      const changed: AttributeRecord[] = [];
      const entries: JournalEntryInput[] = [];
      for (const { attributeName, attributeValue } of inputs) {
        const before = await attributes.find(assetId, attributeName);
        if (before && !mayChange) throw forbidden('Changing an attribute needs the permission Attributes/Modify.');
        if (before?.attributeValue === attributeValue) {
          stored.push(before);
          continue;
        }
        const after = await attributes.put(assetId, attributeName, attributeValue);
        stored.push(after);
        changed.push(after);
        entries.push(entryOf(by, before, after));
      }
      if (changed.length > 0 && (await attributes.count(assetId)) > assets.MAX_ATTRIBUTES_OF_ASSET) {
        throw badRequest(`An asset has at most ${assets.MAX_ATTRIBUTES_OF_ASSET} attributes.`);
      }
      await this.#options.journal.appendAll(entries, trx);
      return { stored, changed };
    });
  }

  #publish(
    assetId: AssetId,
    attributes: readonly { attributeName: string; attributeValue: string | null }[],
    by: 'portal' | 'device',
  ): void {
    if (attributes.length > 0) this.#options.events.publish({ kind: 'attributes-changed', assetId, attributes, by });
  }
}

/** @throws HttpError 403 for PatientInfo without the permission, whether or not the asset has one */
function refuseWithout(caller: Caller, attributeName: string, right: AttributeRight): void {
  if (isPatientInfo(attributeName) && !holds(caller, permissionId('CustomPermission1', right))) throw forbidden();
}

/** What `listAt` of the attribute repository reads again. */
function entryOf(
  by: Actor,
  before: AttributeRecord | undefined,
  after: AttributeRecord | undefined,
): JournalEntryInput {
  const either = after ?? before;
  if (!either) throw new Error('An attribute changes from something or to something.');
  const value = (record: AttributeRecord | undefined) =>
    record && { attributeName: record.attributeName, attributeValue: record.attributeValue };
  return {
    kind: 'attribute',
    assetId: either.assetId,
    what: `attribute ${either.attributeName}`,
    by,
    ...(before ? { before: value(before) } : {}),
    ...(after ? { after: value(after) } : {}),
  };
}
