import { type AssetId, assets } from '@telltale/contract';
import { HttpError } from '#http/errors.ts';
import { EXCERPT_LENGTH, MAX_LABEL_LENGTH, type SetAside } from './incoming.ts';
import type { IntakeReport } from './quarantine/intake-report.ts';
import type { Quarantine } from './quarantine/quarantine.ts';
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
const WITHHELD = new Set(['patientinfo', ...assets.KEPT_BY_PORTAL]);
/** Images and reports are for people. */
const MAX_TOLD_LENGTH = 16_384;
/** One device writes at most this often; what comes in between goes along with the next. */
const SAVE_EVERY_MS = 1_000;

interface Pending {
  attributes: Map<string, string>;
  saved: Promise<SetAside[]>;
}

/** Attributes as devices set and hear them. */
export class DeviceAttributes {
  readonly #store: AttributeStore;
  readonly #quarantine: Quarantine;
  readonly #factsOf: (assetId: AssetId) => Promise<ReadonlyMap<string, string>>;
  /** What waits for the save that is under way or was just made. */
  readonly #pending = new Map<AssetId, Pending>();
  readonly #lastSaves = new Map<AssetId, Promise<void>>();

  /** @param factsOf what a device is told beside its attributes: of its firmware */
  constructor(
    store: AttributeStore,
    quarantine: Quarantine,
    factsOf: (assetId: AssetId) => Promise<ReadonlyMap<string, string>>,
  ) {
    this.#store = store;
    this.#quarantine = quarantine;
    this.#factsOf = factsOf;
  }

  static mayBeTold(attributeName: string, attributeValue: string | null): boolean {
    const isPublic = !WITHHELD.has(attributeName.trim().toLowerCase());
    return isPublic && (attributeValue === null || attributeValue.length <= MAX_TOLD_LENGTH);
  }

  /** Resolves once the attributes are stored; a device in a hurry is slowed down, and its last word counts. */
  async save(device: RegisteredDevice, attributes: ReadonlyMap<string, string>, report?: IntakeReport): Promise<void> {
    const accepted = new Map([...attributes].filter(([name]) => !WITHHELD.has(name.trim().toLowerCase())));
    if (accepted.size < attributes.size) {
      report?.setAside([{ reason: 'not taken from devices', label: null, timeMs: null, excerpt: '' }]);
    }
    if (accepted.size === 0) return;
    const refused = (await this.#saved(device, accepted)).filter(({ label }) => accepted.has(label ?? ''));
    report?.took(accepted.size - refused.length);
    report?.setAside(refused);
  }

  /** The attributes that a device may be told, and the facts of its firmware. */
  async list(device: RegisteredDevice): Promise<Map<string, string>> {
    const all = await this.#store.list(device.assetId);
    const told = all
      .filter(({ attributeName, attributeValue }) => DeviceAttributes.mayBeTold(attributeName, attributeValue))
      .map(({ attributeName, attributeValue }): [string, string] => [attributeName, attributeValue]);
    return new Map([...told, ...(await this.#factsOf(device.assetId))]);
  }

  /** Resolves with what was refused of this save and of those that went with it. */
  #saved(device: RegisteredDevice, accepted: Map<string, string>): Promise<SetAside[]> {
    const waiting = this.#pending.get(device.assetId);
    if (waiting) {
      for (const [name, value] of accepted) waiting.attributes.set(name, value);
      return waiting.saved;
    }
    const last = this.#lastSaves.get(device.assetId);
    if (last === undefined) return this.#saveNow(device, accepted);
    const pending: Pending = {
      attributes: new Map(accepted),
      saved: last.then(() => {
        this.#pending.delete(device.assetId);
        return this.#saveNow(device, pending.attributes);
      }),
    };
    this.#pending.set(device.assetId, pending);
    return pending.saved;
  }

  async #saveNow(device: RegisteredDevice, attributes: ReadonlyMap<string, string>): Promise<SetAside[]> {
    const saving = this.#write(device, attributes);
    const rested = saving
      .catch(() => undefined)
      .then(() => new Promise<void>((resolve) => setTimeout(resolve, SAVE_EVERY_MS).unref()));
    this.#lastSaves.set(device.assetId, rested);
    void rested.then(() => {
      if (this.#lastSaves.get(device.assetId) === rested) this.#lastSaves.delete(device.assetId);
    });
    return saving;
  }

  async #write(device: RegisteredDevice, attributes: ReadonlyMap<string, string>): Promise<SetAside[]> {
    const inputs = [...attributes].map(([attributeName, attributeValue]) => ({ attributeName, attributeValue }));
    const source = { assetId: device.assetId, name: device.serialNumber };
    const refused = await this.#store.saveFromDevice(source, inputs).catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      return inputs.map(({ attributeName }) => ({ attributeName, reason: error.message }));
    });
    const things = refused.map(({ attributeName, reason }) => ({
      reason: `attribute: ${reason}`,
      label: attributeName,
      timeMs: null,
      excerpt: (attributes.get(attributeName) ?? '').slice(0, EXCERPT_LENGTH),
    }));
    const kept = things.map((thing) => ({ ...thing, label: thing.label.slice(0, MAX_LABEL_LENGTH) }));
    this.#quarantine.add({ assetId: device.assetId }, device.serialNumber, kept);
    return things;
  }
}
