import { type AssetId, DEFAULT_PING_RATE_MS, type EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';

export interface ConnectionState {
  connected: boolean;
  /** Null: the asset was never heard of. */
  lastContactMs: EpochMs | null;
}

export interface ConnectionChange extends ConnectionState {
  assetId: AssetId;
  /** When the state changed. */
  atMs: EpochMs;
}

/** Keeps when assets were last heard of across restarts. */
export interface ContactStore {
  saveLastContacts(contacts: readonly { assetId: AssetId; lastContactMs: EpochMs }[]): Promise<void>;
}

const MIN_PING_RATE_MS = 1_000;
const CHECK_EVERY_MS = 1_000;
/** A turn of the clock writes at most this many, so that no write holds up the devices. */
const SAVED_AT_ONCE = 1_000;
const SAVE_AFTER_MS = 10_000;

interface Contact {
  lastContactMs: EpochMs;
  /** On a clock that is never set: durations stay right when the wall clock jumps (guarantee R14). */
  steadyMs: number;
  isConnected: boolean;
  /** When its last contact was noted for saving; undefined: saved. */
  unsavedSinceMs: number | undefined;
  /** Its state changed since the start. */
  isTold: boolean;
}

/** Which assets are connected: heard of within their pingrate (spec 3 §7), unless something said that they left. */
export class Connections {
  readonly #store: ContactStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #steadyNow: () => number;
  readonly #contacts = new Map<AssetId, Contact>();
  readonly #pingRates = new Map<AssetId, number>();
  readonly #unsaved = new Set<AssetId>();
  /** Silent ones that were told of as connected before the start, and since when they have had time to come back. */
  readonly #missed = new Map<AssetId, number>();
  readonly #listeners = new Set<(change: ConnectionChange) => void>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;
  /** So long news of a contact may be on its way. */
  protected readonly graceMs: number = 0;

  constructor(store: ContactStore, clock: Clock, log: Log, steadyNow: () => number = () => performance.now()) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#steadyNow = steadyNow;
  }

  /** Takes over what was known before the start. */
  restore(assetId: AssetId, lastContactMs: EpochMs | null): void {
    if (lastContactMs === null) return;
    const agoMs = Math.max(0, this.#clock.now() - lastContactMs);
    const isConnected = agoMs <= this.pingRateOf(assetId);
    const steadyMs = this.#steadyNow() - agoMs;
    this.#contacts.set(assetId, { lastContactMs, steadyMs, isConnected, unsavedSinceMs: undefined, isTold: false });
  }

  /** Those that were heard of before the start. */
  assetIds(): AssetId[] {
    return [...this.#contacts.keys()];
  }

  /**
   * What was told last of an asset before the start. If how it is was not told, because the process ended before or while it did not
   * run, that is told now; of a silent one once it has had its time to come back.
   */
  wasTold(assetId: AssetId, isConnected: boolean): void {
    const contact = this.#contacts.get(assetId);
    if (!contact || contact.isTold || contact.isConnected === isConnected) return;
    if (contact.isConnected) this.#announce(assetId, contact);
    else this.#missed.set(assetId, this.#steadyNow());
  }

  /** Checks once a second who went silent, and saves last contacts in small portions. */
  start(): void {
    this.#timer = setInterval(() => {
      this.check();
      void this.#saveSome();
    }, CHECK_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#saving;
    await this.#save([...this.#unsaved]);
  }

  onChange(listener: (change: ConnectionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hears of changes that are to be written down, which is done once however many processes know of them. */
  onRecord(listener: (change: ConnectionChange) => void): () => void {
    return this.onChange(listener);
  }

  /** Begins with what was written last, when changes are to be written down here. */
  onRecording(begin: () => void): void {
    begin();
  }

  /** 'Mark offline after' of the asset, in milliseconds. */
  pingRateOf(assetId: AssetId): number {
    return this.#pingRates.get(assetId) ?? DEFAULT_PING_RATE_MS;
  }

  /** Takes the attribute pingrate; anything but a number of milliseconds means the default. */
  setPingRate(assetId: AssetId, attributeValue: string | null): void {
    const rateMs = Number(attributeValue ?? Number.NaN);
    if (attributeValue?.trim() && Number.isFinite(rateMs) && rateMs > 0) {
      this.#pingRates.set(assetId, Math.max(MIN_PING_RATE_MS, rateMs));
    } else {
      this.#pingRates.delete(assetId);
    }
  }

  stateOf(assetId: AssetId): ConnectionState {
    const contact = this.#contacts.get(assetId);
    return contact
      ? { connected: contact.isConnected, lastContactMs: contact.lastContactMs }
      : { connected: false, lastContactMs: null };
  }

  /** The asset that was heard last, also before the portal was started; undefined: none ever was. */
  get lastHeard(): AssetId | undefined {
    let last: { assetId: AssetId; lastContactMs: EpochMs } | undefined;
    for (const [assetId, { lastContactMs }] of this.#contacts) {
      if (last === undefined || lastContactMs > last.lastContactMs) last = { assetId, lastContactMs };
    }
    return last?.assetId;
  }

  get connectedCount(): number {
    let count = 0;
    for (const contact of this.#contacts.values()) if (contact.isConnected) count++;
    return count;
  }

  /** The asset was heard of. */
  contact(assetId: AssetId): void {
    this.heard(assetId, 0, true);
  }

  /** The asset was heard of so long ago; `isSaved` says whether this process is the one that keeps when. */
  protected heard(assetId: AssetId, agoMs: number, isSaved: boolean): void {
    const nowMs = this.#clock.now() - agoMs;
    const steadyMs = this.#steadyNow() - agoMs;
    const contact = this.#contacts.get(assetId);
    if (contact === undefined) {
      const unsavedSinceMs = isSaved ? steadyMs : undefined;
      const made = { lastContactMs: nowMs, steadyMs, isConnected: true, unsavedSinceMs, isTold: true };
      this.#contacts.set(assetId, made);
      if (isSaved) this.#unsaved.add(assetId);
      this.#announce(assetId, made);
      return;
    }
    if (agoMs > 0 && steadyMs <= contact.steadyMs) return;
    contact.lastContactMs = nowMs;
    contact.steadyMs = steadyMs;
    if (isSaved && contact.unsavedSinceMs === undefined) {
      contact.unsavedSinceMs = steadyMs;
      this.#unsaved.add(assetId);
    }
    if (!contact.isConnected) {
      contact.isConnected = true;
      this.#announce(assetId, contact);
    }
  }

  /** Something said that the asset left (a Sparkplug death, a gateway's disconnect): offline until it is heard again. */
  leave(assetId: AssetId): void {
    const contact = this.#contacts.get(assetId);
    if (contact?.isConnected) {
      contact.isConnected = false;
      this.#announce(assetId, contact);
    }
  }

  forget(assetId: AssetId): void {
    this.#contacts.delete(assetId);
    this.#pingRates.delete(assetId);
    this.#unsaved.delete(assetId);
    this.#missed.delete(assetId);
  }

  /** What was told of each until now is told by somebody else; from here on it is told here. */
  protected tellAnew(): void {
    for (const contact of this.#contacts.values()) contact.isTold = false;
  }

  /** How long ago the connected ones were heard, ms. */
  protected connectedAgo(): [assetId: AssetId, agoMs: number][] {
    const nowMs = this.#steadyNow();
    return [...this.#contacts]
      .filter(([, { isConnected }]) => isConnected)
      .map(([assetId, { steadyMs }]) => [assetId, Math.max(0, Math.round(nowMs - steadyMs))]);
  }

  /** Marks those offline that were silent for longer than their pingrate. */
  check(): void {
    const steadyMs = this.#steadyNow() - this.graceMs;
    for (const [assetId, contact] of this.#contacts) {
      if (!contact.isConnected || steadyMs - contact.steadyMs <= this.pingRateOf(assetId)) continue;
      contact.isConnected = false;
      this.#announce(assetId, contact);
    }
    for (const [assetId, sinceMs] of this.#missed) {
      const contact = this.#contacts.get(assetId);
      if (contact && steadyMs - sinceMs > this.pingRateOf(assetId)) this.#announce(assetId, contact);
    }
  }

  #announce(assetId: AssetId, contact: Contact): void {
    contact.isTold = true;
    this.#missed.delete(assetId);
    const change = {
      assetId,
      connected: contact.isConnected,
      lastContactMs: contact.lastContactMs,
      atMs: this.#clock.now(),
    };
    for (const listener of this.#listeners) listener(change);
  }

  async #saveSome(): Promise<void> {
    if (this.#saving) return;
    const dueMs = this.#steadyNow() - SAVE_AFTER_MS;
    const due: AssetId[] = [];
    for (const assetId of this.#unsaved) {
      if ((this.#contacts.get(assetId)?.unsavedSinceMs ?? 0) > dueMs || due.length >= SAVED_AT_ONCE) break;
      due.push(assetId);
    }
    this.#saving = this.#save(due).finally(() => {
      this.#saving = undefined;
    });
    await this.#saving;
  }

  async #save(assetIds: readonly AssetId[]): Promise<void> {
    const contacts: { assetId: AssetId; lastContactMs: EpochMs }[] = [];
    for (const assetId of assetIds) {
      const contact = this.#contacts.get(assetId);
      this.#unsaved.delete(assetId);
      if (!contact) continue;
      contact.unsavedSinceMs = undefined;
      contacts.push({ assetId, lastContactMs: contact.lastContactMs });
    }
    if (contacts.length === 0) return;
    try {
      await this.#store.saveLastContacts(contacts);
    } catch (error) {
      this.#log.warn({ err: error }, 'last contacts could not be saved; they are kept with the next ones');
    }
  }
}
