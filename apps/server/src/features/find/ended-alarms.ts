import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Caller, Visibility } from '#http/caller.ts';
import type { Words } from './words.ts';

export interface PastAlarm {
  alarm: { assetId: AssetId; alarmDefinitionId: AlarmDefinitionId; name: string; reason: string; raisedMs: EpochMs };
  assetName: string;
}

export interface EndedAlarmsOptions {
  /** Those in sight that have ended, what ended last first, in portions. */
  pastAlarms: (caller: Caller) => AsyncIterable<readonly PastAlarm[]>;
  clock: Clock;
}

interface Kept {
  readonly sight: Visibility;
  readonly untilMs: EpochMs;
  readonly read: Promise<Looked>;
}

/** The alarms, and for each which of the texts it is found by: the same ones come to count again and again. */
interface Looked {
  readonly alarms: readonly PastAlarm[];
  readonly textOf: readonly number[];
  readonly texts: readonly string[];
}

/** Of alarms there may be millions: those that ended last are looked through, and their page searches all. */
const MOST_ALARMS = 10_000;
/** At each key the same ones are looked through; what else may change them than an alarm is seen after so long. */
const KEPT_MS = 60_000;
/** Of so many who see different assets. */
const MOST_KEPT = 4;

/** The alarms that ended last, kept while somebody types. */
export class EndedAlarms {
  readonly #options: EndedAlarmsOptions;
  /** What was read last stands last. */
  #kept: Kept[] = [];

  constructor(options: EndedAlarmsOptions) {
    this.#options = options;
  }

  /** Others have ended, or are called otherwise. */
  forget(): void {
    this.#kept = [];
  }

  async *find(caller: Caller, words: Words): AsyncGenerator<PastAlarm> {
    const { alarms, textOf, texts } = await this.#of(caller);
    const isFound: (boolean | undefined)[] = new Array(texts.length);
    for (const [i, alarm] of alarms.entries()) {
      const text = textOf[i] ?? 0;
      isFound[text] ??= words.areInLower(texts[text] ?? '');
      if (isFound[text]) yield alarm;
    }
  }

  #of(caller: Caller): Promise<Looked> {
    const sight = caller.visibility;
    const nowMs = this.#options.clock.now();
    const known = this.#kept.find((one) => isSameSight(one.sight, sight));
    if (known && known.untilMs > nowMs) return known.read;
    const kept: Kept = { sight, untilMs: nowMs + KEPT_MS, read: this.#read(caller) };
    this.#kept = [...this.#kept.filter((one) => one !== known), kept].slice(-MOST_KEPT);
    // Who asks next reads it again.
    kept.read.catch(() => {
      this.#kept = this.#kept.filter((one) => one !== kept);
    });
    return kept.read;
  }

  async #read(caller: Caller): Promise<Looked> {
    const alarms: PastAlarm[] = [];
    const textOf: number[] = [];
    const numbers = new Map<string, number>();
    for await (const portion of this.#options.pastAlarms(caller)) {
      for (const past of portion) {
        if (alarms.length === MOST_ALARMS) break;
        const text = `${past.alarm.name} ${past.alarm.reason} ${past.assetName}`.toLowerCase();
        const number = numbers.get(text) ?? numbers.size;
        numbers.set(text, number);
        alarms.push(past);
        textOf.push(number);
      }
      if (alarms.length === MOST_ALARMS) break;
    }
    return { alarms, textOf, texts: [...numbers.keys()] };
  }
}

/** Whether two see the very same assets: what a caller sees is worked out anew when an asset is made, and at each call of a view. */
function isSameSight(one: Visibility, other: Visibility): boolean {
  if (one === other) return true;
  if (one.everything || other.everything) return one.everything && other.everything;
  const { assetIds } = other;
  if (assetIds === undefined || one.assetIds?.size !== assetIds.size) return false;
  for (const assetId of one.assetIds) if (!assetIds.has(assetId)) return false;
  return true;
}
