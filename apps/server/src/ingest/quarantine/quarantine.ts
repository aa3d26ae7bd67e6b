import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { SetAside } from '../incoming.ts';
import type { QuarantineRecord, QuarantineRepository, QuarantineSource } from './quarantine-repository.ts';

/** The last so many of each device can be seen (spec 3 §2). */
export const KEPT_PER_SOURCE = 1_000;

/** A flood of bad data must not fill the memory nor hold up the database: what is over is counted and not kept. */
const MAX_UNSAVED = 20_000;
const SAVE_EVERY_MS = 5_000;
export const SOURCES_PER_SAVE = 50;
const LOG_EVERY_MS = 60_000;
const LINES_PER_LOG = 50;

interface Held {
  source: QuarantineSource;
  name: string;
  total: number;
  unsaved: QuarantineRecord[];
  sinceLog: number;
  lastReason: string;
}

/**
 * What devices sent and could not be stored: kept with its reason, counted, told in the log once a minute per device.
 * Written in portions; a `kill -9` may lose the last few seconds of it, never of the data.
 */
export class Quarantine {
  readonly #repository: QuarantineRepository;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #held = new Map<string, Held>();
  #unsavedCount = 0;
  #total = 0;
  #timers: NodeJS.Timeout[] = [];
  #saving: Promise<void> = Promise.resolve();

  constructor(repository: QuarantineRepository, clock: Clock, log: Log) {
    this.#repository = repository;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#timers = [
      setInterval(() => void this.save(SOURCES_PER_SAVE), SAVE_EVERY_MS).unref(),
      setInterval(() => this.tell(), LOG_EVERY_MS).unref(),
    ];
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.tell();
    await this.save();
  }

  /** How many were set aside since the start. */
  get total(): number {
    return this.#total;
  }

  /** Of whom the most was set aside since the start, and why last. */
  worst(most: number): { source: QuarantineSource; name: string; total: number; reason: string }[] {
    return [...this.#held.values()]
      .filter(({ total }) => total > 0)
      .toSorted((a, b) => b.total - a.total)
      .slice(0, most)
      .map(({ source, name, total, lastReason }) => ({ source, name, total, reason: lastReason }));
  }

  countOf(source: QuarantineSource): number {
    return this.#held.get(keyOf(source))?.total ?? 0;
  }

  /**
   * Sets things aside.
   * @param name how the log calls the source: a serial number or a gateway's name
   */
  add(source: QuarantineSource, name: string, things: readonly SetAside[]): void {
    if (things.length === 0) return;
    const held = this.#heldOf(source, name);
    const receivedMs = this.#clock.now();
    for (const thing of things) {
      this.#total++;
      held.total++;
      held.sinceLog++;
      held.lastReason = thing.reason;
      if (this.#unsavedCount >= MAX_UNSAVED) continue;
      if (held.unsaved.length >= KEPT_PER_SOURCE) held.unsaved.shift();
      else this.#unsavedCount++;
      held.unsaved.push({ ...thing, receivedMs });
    }
  }

  /** The last of a source, newest first. */
  async list(source: QuarantineSource): Promise<QuarantineRecord[]> {
    const unsaved = [...(this.#held.get(keyOf(source))?.unsaved ?? [])].reverse();
    const saved = await this.#repository.list(source, KEPT_PER_SOURCE - unsaved.length);
    return [...unsaved, ...saved];
  }

  /** Forgets a source that is gone. */
  forget(source: QuarantineSource): void {
    const held = this.#held.get(keyOf(source));
    if (!held) return;
    this.#unsavedCount -= held.unsaved.length;
    this.#held.delete(keyOf(source));
  }

  /** Writes what is not written yet, of so many sources at most; saves follow one another. */
  save(maxSources = Number.POSITIVE_INFINITY): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveNow(maxSources));
    return this.#saving;
  }

  /** Writes what is not written yet at any node, of some sources of each; the rest follows by itself. */
  async saveEverywhere(): Promise<void> {
    await this.save(SOURCES_PER_SAVE);
  }

  /** How many of a source were set aside since the start, at any node; what `list` tells is complete then. */
  async countEverywhere(source: QuarantineSource): Promise<number> {
    return this.countOf(source);
  }

  /** One line per source that sent something unusable since the last time. */
  tell(): void {
    const noisy = [...this.#held.values()].filter((held) => held.sinceLog > 0);
    for (const held of noisy.slice(0, LINES_PER_LOG)) {
      this.#log.warn(
        { device: held.name, ...held.source, count: held.sinceLog, reason: held.lastReason },
        'data was set aside',
      );
    }
    if (noisy.length > LINES_PER_LOG) {
      this.#log.warn({ devices: noisy.length - LINES_PER_LOG }, 'data of more devices was set aside');
    }
    for (const held of noisy) held.sinceLog = 0;
  }

  async #saveNow(maxSources: number): Promise<void> {
    const due = [...this.#held.values()].filter((held) => held.unsaved.length > 0).slice(0, maxSources);
    for (const held of due) {
      const records = held.unsaved;
      held.unsaved = [];
      this.#unsavedCount -= records.length;
      try {
        await this.#repository.append(held.source, records, KEPT_PER_SOURCE);
      } catch (error) {
        this.#log.warn({ err: error, device: held.name }, 'what was set aside could not be saved');
      }
    }
  }

  #heldOf(source: QuarantineSource, name: string): Held {
    const key = keyOf(source);
    const known = this.#held.get(key);
    if (known) return known;
    const held: Held = { source, name, total: 0, unsaved: [], sinceLog: 0, lastReason: '' };
    this.#held.set(key, held);
    return held;
  }
}

function keyOf(source: QuarantineSource): string {
  return source.assetId === undefined ? `g${source.gatewayId}` : `a${source.assetId}`;
}
