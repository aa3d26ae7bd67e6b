import { type AssetId, assets, permissionId } from '@telltale/contract';
import type { AssetEvents } from '#asset-events.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, notFound } from '#http/errors.ts';
import { AssetAttributeRepository, type AttributeRecord } from './asset-attribute-repository.ts';
import type { AssetReader } from './asset-reader.ts';
import { faultOfAttribute, isKeptByPortal, isPatientInfo } from './attribute-rules.ts';
import { listedAttributes } from './listing/asset-json.ts';
import type { PatientInfoStore } from './patient/patient-info-store.ts';

export interface AttributeInput {
  attributeName: string;
  attributeValue: string;
  /** What its sender saw there; null: no such attribute; undefined: they do not say. */
  expectedValue?: string | null | undefined;
}

export interface AttributeServiceOptions {
  work: UnitOfWork;
  reader: AssetReader;
  events: AssetEvents;
  /** Where PatientInfo is kept, which is none of the attributes that are listed. */
  patientInfo: PatientInfoStore;
}

const CHANGE_REFUSED = 'Changing an attribute needs the permission Attributes/Modify.';

/** 'Modify' may create too; 'Create' may change only for holders of Modify. */
export type AttributeRight = 'Create' | 'Modify' | 'Delete';

/** Reads and writes attributes of assets; every change is in the journal with the value before. */
export class AttributeService {
  readonly #options: AttributeServiceOptions;

  constructor(options: AttributeServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller, assetId: AssetId): Promise<assets.Attribute[]> {
    const { reader } = this.#options;
    const { attributes } = await reader.entry(caller, assetId);
    return [...listedAttributes(attributes), ...reader.keptAttributes(caller, assetId)];
  }

  /**
   * Creates or changes attributes, all of them or none. Devices write the same ones as people: who says what they saw is refused
   * when something else stands there by now (decision 0496).
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
    refuseFaulty(inputs);
    const { work, reader } = this.#options;
    return work.run(caller, async (unit) => {
      await reader.within(unit, caller, assetId);
      const mayChange = right === 'Modify' || holds(caller, permissionId('Attributes', 'Modify'));
      const maySee = holds(caller, permissionId('Attributes', 'View'));
      return this.#store(unit, assetId, inputs, { by: 'portal', mayChange, maySee });
    });
  }

  /** The same within a change that has looked whether its caller may, and that there can be such attributes. */
  putWithin(unit: Work, assetId: AssetId, inputs: readonly AttributeInput[]): Promise<AttributeRecord[]> {
    return this.#store(unit, assetId, inputs, { by: 'portal', mayChange: true });
  }

  /** Deletes attributes of one asset within such a change; names that it does not have are passed over. */
  async deleteWithin(unit: Work, assetId: AssetId, attributeNames: readonly string[]): Promise<void> {
    const attributes = unit.of(AssetAttributeRepository);
    const gone: { attributeName: string; attributeValue: null }[] = [];
    for (const attributeName of attributeNames) {
      const before = await attributes.find(assetId, attributeName);
      if (!before) continue;
      await attributes.delete(assetId, attributeName);
      unit.note(attributeEntry(before, undefined));
      gone.push({ attributeName: before.attributeName, attributeValue: null });
    }
    this.#publish(unit, assetId, gone, 'portal');
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
    await this.#options.work.run({ name: `device ${device.name}` }, (unit) =>
      this.#store(unit, device.assetId, accepted, { by: 'device', mayChange: true }),
    );
    return refused;
  }

  /** @param expectedValue what its sender saw there; undefined: they do not say. One that is gone is 404 in any case */
  async delete(
    caller: Caller,
    assetId: AssetId,
    attributeName: string,
    expectedValue: string | undefined,
  ): Promise<void> {
    refuseWithout(caller, attributeName, 'Delete');
    const { work, reader } = this.#options;
    await work.run(caller, async (unit) => {
      await reader.within(unit, caller, assetId);
      const fault = isKeptByPortal(attributeName) ? faultOfAttribute(attributeName, '') : undefined;
      if (fault) throw badRequest(fault);
      if (isPatientInfo(attributeName)) {
        const { before, after } = await this.#options.patientInfo.write(unit, assetId, null);
        if (before.version === after.version) throw notFound('The attribute');
        refuseUnseen({ attributeName, attributeValue: null, expectedValue }, before.info, false);
        return;
      }
      const attributes = unit.of(AssetAttributeRepository);
      const before = await attributes.find(assetId, attributeName);
      if (!before) throw notFound('The attribute');
      const maySee = holds(caller, permissionId('Attributes', 'View'));
      refuseUnseen({ attributeName, attributeValue: null, expectedValue }, before.attributeValue, maySee);
      await attributes.delete(assetId, attributeName);
      unit.note(attributeEntry(before, undefined));
      this.#publish(unit, assetId, [{ attributeName: before.attributeName, attributeValue: null }], 'portal');
    });
  }

  async #store(
    work: Work,
    assetId: AssetId,
    inputs: readonly AttributeInput[],
    { by, mayChange, maySee = false }: { by: 'portal' | 'device'; mayChange: boolean; maySee?: boolean },
  ): Promise<AttributeRecord[]> {
    const attributes = work.of(AssetAttributeRepository);
    const stored: AttributeRecord[] = [];
    const changed: AttributeRecord[] = [];
    for (const input of inputs) {
      const { attributeName, attributeValue } = input;
      if (isPatientInfo(attributeName)) {
        const { before } = await this.#options.patientInfo.write(work, assetId, attributeValue);
        if (before.info !== null && !mayChange) throw forbidden(CHANGE_REFUSED);
        refuseUnseen(input, before.info, false);
        stored.push({ assetId, attributeName: attributeName.trim(), attributeValue });
        continue;
      }
      const before = await attributes.find(assetId, attributeName);
      if (before && !mayChange) throw forbidden(CHANGE_REFUSED);
      refuseUnseen(input, before?.attributeValue ?? null, maySee);
      if (before?.attributeValue === attributeValue) {
        stored.push(before);
        continue;
      }
      const after = await attributes.put(assetId, attributeName, attributeValue);
      stored.push(after);
      changed.push(after);
      work.note(attributeEntry(before, after));
    }
    if (changed.length > 0 && (await attributes.count(assetId)) > assets.MAX_ATTRIBUTES_OF_ASSET) {
      throw badRequest(`An asset has at most ${assets.MAX_ATTRIBUTES_OF_ASSET} attributes.`);
    }
    this.#publish(work, assetId, changed, by);
    return stored;
  }

  #publish(
    work: Work,
    assetId: AssetId,
    attributes: readonly { attributeName: string; attributeValue: string | null }[],
    by: 'portal' | 'device',
  ): void {
    if (attributes.length === 0) return;
    work.tell(this.#options.events, { kind: 'attributes-changed', assetId, attributes, by });
  }
}

/** @throws HttpError 400 that names the attribute which there cannot be */
export function refuseFaulty(inputs: readonly AttributeInput[]): void {
  for (const { attributeName, attributeValue } of inputs) {
    const fault = faultOfAttribute(attributeName, attributeValue);
    if (fault) throw badRequest(fault, { field: attributeName });
  }
}

/** @throws HttpError 403 for PatientInfo without the permission, whether or not the asset has one */
export function refuseWithout(caller: Caller, attributeName: string, right: AttributeRight): void {
  if (isPatientInfo(attributeName) && !holds(caller, permissionId('CustomPermission1', right))) throw forbidden();
}

/** @throws HttpError 409, with what stands for who may see it, where that is neither what was seen nor what is to be stored */
function refuseUnseen(
  {
    attributeName,
    attributeValue,
    expectedValue,
  }: Omit<AttributeInput, 'attributeValue'> & { attributeValue: string | null },
  stands: string | null,
  maySee: boolean,
) {
  if (expectedValue === undefined || stands === expectedValue || stands === attributeValue) return;
  const name = attributeName.trim();
  const message =
    stands === null ? `The attribute ${name} was deleted meanwhile.` : `The attribute ${name} was changed meanwhile.`;
  throw conflict(message, maySee ? { attributeName: name, attributeValue: stands } : undefined);
}

/** What the journal has of a change; `listAt` of the attribute repository reads it again. */
export function attributeEntry(before: AttributeRecord | undefined, after: AttributeRecord | undefined) {
  const either = after ?? before;
  if (!either) throw new Error('An attribute changes from something or to something.');
  const value = (record: AttributeRecord | undefined) =>
    record && { attributeName: record.attributeName, attributeValue: record.attributeValue };
  return {
    kind: 'attribute',
    assetId: either.assetId,
    what: `attribute ${either.attributeName}`,
    ...(before ? { before: value(before) } : {}),
    ...(after ? { after: value(after) } : {}),
  };
}
