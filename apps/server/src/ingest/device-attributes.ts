import type { AssetId } from '@telltale/contract';
import { HttpError } from '#http/errors.ts';
import type { Quarantine } from './quarantine.ts';
import type { RegisteredDevice } from './registered-device.ts';

/** Where attributes of assets are kept. */
export interface AttributeStore {
  saveFromDevice(
    device: { assetId: AssetId; name: string },
    attributes: readonly { attributeName: string; attributeValue: string }[],
  ): Promise<{ attributeName: string; reason: string }[]>;
  list(assetId: AssetId): Promise<readonly { attributeName: string; attributeValue: string }[]>;
}

/** Health data (guarantee B20) and what the portal keeps itself: neither taken from devices nor told to them. */
const WITHHELD = new Set(['patientinfo', 'lastcontact']);
/** Images and reports are for people. */
const MAX_TOLD_LENGTH = 16_384;
/** One device writes at most this often; what comes in between goes along with the next. */
const SAVE_EVERY_MS = 1_000;

interface Pending {
  attributes: Map<string, string>;
  saved: Promise<void>;
}

/** Attributes as devices set and hear them. */
export class DeviceAttributes {
  readonly #store: AttributeStore;
  readonly #quarantine: Quarantine;
  /** What waits for the save that is under way or was just made. */
  readonly #pending = new Map<AssetId, Pending>();
  readonly #lastSaves = new Map<AssetId, Promise<void>>();

  constructor(store: AttributeStore, quarantine: Quarantine) {
    this.#store = store;
    this.#quarantine = quarantine;
  }

  static mayBeTold(attributeName: string, attributeValue: string | null): boolean {
    const isPublic = !WITHHELD.has(attributeName.trim().toLowerCase());
    return isPublic && (attributeValue === null || attributeValue.length <= MAX_TOLD_LENGTH);
  }

  /** Resolves once the attributes are stored; a device in a hurry is slowed down, and its last word counts. */
  async save(device: RegisteredDevice, attributes: ReadonlyMap<string, string>): Promise<void> {
    const accepted = new Map([...attributes].filter(([name]) => !WITHHELD.has(name.trim().toLowerCase())));
    if (accepted.size === 0) return;
    const waiting = this.#pending.get(device.assetId);
    if (waiting) {
      for (const [name, value] of accepted) waiting.attributes.set(name, value);
      return waiting.saved;
    }
    const last = this.#lastSaves.get(device.assetId);
    if (last === undefined) return this.#saveNow(device, accepted);
    const pending: Pending = {
      attributes: accepted,
      saved: last.then(() => {
        this.#pending.delete(device.assetId);
        return this.#saveNow(device, pending.attributes);
      }),
    };
    this.#pending.set(device.assetId, pending);
    return pending.saved;
  }

  /** The attributes that a device asks for, or all of them. */
  async list(device: RegisteredDevice): Promise<Map<string, string>> {
    const all = await this.#store.list(device.assetId);
    return new Map(
      all
        .filter(({ attributeName, attributeValue }) => DeviceAttributes.mayBeTold(attributeName, attributeValue))
        .map(({ attributeName, attributeValue }) => [attributeName, attributeValue]),
    );
  }

  async #saveNow(device: RegisteredDevice, attributes: ReadonlyMap<string, string>): Promise<void> {
    const saving = this.#write(device, attributes);
    const rested = saving
      .catch(() => undefined)
      .then(() => new Promise<void>((resolve) => setTimeout(resolve, SAVE_EVERY_MS).unref()));
    this.#lastSaves.set(device.assetId, rested);
    void rested.then(() => {
      if (this.#lastSaves.get(device.assetId) === rested) this.#lastSaves.delete(device.assetId);
    });
    await saving;
  }

  async #write(device: RegisteredDevice, attributes: ReadonlyMap<string, string>): Promise<void> {
    const inputs = [...attributes].map(([attributeName, attributeValue]) => ({ attributeName, attributeValue }));
    const source = { assetId: device.assetId, name: device.serialNumber };
    const refused = await this.#store.saveFromDevice(source, inputs).catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      return inputs.map(({ attributeName }) => ({ attributeName, reason: error.message }));
    });
    this.#quarantine.add(
      { assetId: device.assetId },
      device.serialNumber,
      refused.map(({ attributeName, reason }) => ({
        reason: `attribute: ${reason}`,
        label: attributeName.slice(0, 255),
        timeMs: null,
        excerpt: (attributes.get(attributeName) ?? '').slice(0, 200),
      })),
    );
  }
}
