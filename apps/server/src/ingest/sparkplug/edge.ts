import type { DeviceSession } from '../sessions/device-session.ts';
import type { SparkplugMessage, SparkplugMetric } from './decode.ts';

/** A metric as its birth gave it. */
export interface BornMetric {
  name: string;
  dataType: number;
  alias: number | undefined;
}

/** What the metrics of a birth are called, by alias and name: data messages may carry the alias alone. */
export class Births {
  readonly #byAlias = new Map<number, BornMetric>();
  readonly #byName = new Map<string, BornMetric>();

  constructor(birth: SparkplugMessage) {
    for (const { name, alias, dataType } of birth.metrics.slice(0, MAX_METRICS)) {
      if (name === undefined) continue;
      const metric = { name, dataType, alias };
      this.#byName.set(name, metric);
      if (alias !== undefined) this.#byAlias.set(alias, metric);
    }
  }

  find(name: string): BornMetric | undefined {
    return this.#byName.get(name);
  }

  /** Name and data type of a metric; undefined when it is known by an alias that no birth gave. */
  resolve(metric: SparkplugMetric): { name: string; dataType: number } | undefined {
    if (metric.name !== undefined) {
      return { name: metric.name, dataType: metric.dataType || (this.#byName.get(metric.name)?.dataType ?? 0) };
    }
    return metric.alias === undefined ? undefined : this.#byAlias.get(metric.alias);
  }
}

const MAX_METRICS = 10_000;
const SEQ_SPAN = 256;
/** Asked again at most this often: an edge that never answers must not be flooded. */
const REBIRTH_EVERY_MS = 10_000;

/** What is known of one Sparkplug edge node while it is connected: births, sequence, death number. */
export class SparkplugEdge {
  readonly group: string;
  readonly name: string;
  /** The connection that it was last heard on. */
  session: DeviceSession | undefined;
  /** Births of the edge (key '') and of its devices. */
  readonly births = new Map<string, Births>();
  /** The units that the last births told, of the edge (key '') and of its devices; a new birth of the edge keeps them. */
  readonly units = new Map<string, ReadonlyMap<string, string>>();
  #bdSeq: number | undefined;
  #lastSeq: number | undefined;
  #lastRebirthMs = Number.NEGATIVE_INFINITY;
  gaps = 0;

  constructor(group: string, name: string) {
    this.group = group;
    this.name = name;
  }

  /** A birth of the edge itself begins a new session: earlier births of its devices are void. */
  born(birth: SparkplugMessage): void {
    this.births.clear();
    this.births.set('', new Births(birth));
    this.#bdSeq = bdSeqOf(birth);
    this.#lastSeq = birth.seq;
  }

  /**
   * Follows the sequence number.
   * @returns false when messages are missing before this one
   */
  follow(seq: number | undefined): boolean {
    if (seq === undefined) return true;
    const expected = this.#lastSeq === undefined ? seq : (this.#lastSeq + 1) % SEQ_SPAN;
    this.#lastSeq = seq;
    if (seq === expected) return true;
    this.gaps++;
    return false;
  }

  /** False: the death of an earlier session that a new birth has overtaken. */
  isOwnDeath(death: SparkplugMessage): boolean {
    const bdSeq = bdSeqOf(death);
    return bdSeq === undefined || this.#bdSeq === undefined || bdSeq === this.#bdSeq;
  }

  died(): void {
    this.#lastSeq = undefined;
    this.#bdSeq = undefined;
  }

  /** Whether a rebirth may be asked for now; remembers that it was. */
  mayAskRebirth(nowMs: number): boolean {
    if (nowMs - this.#lastRebirthMs < REBIRTH_EVERY_MS) return false;
    this.#lastRebirthMs = nowMs;
    return true;
  }
}

function bdSeqOf(message: SparkplugMessage): number | undefined {
  const metric = message.metrics.find(({ name }) => name === 'bdSeq');
  const value = metric?.value(metric.dataType);
  return typeof value === 'number' ? value : undefined;
}
