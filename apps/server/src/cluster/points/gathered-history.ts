import {
  type Historian,
  type LastPoint,
  type SeriesKey,
  type SeriesPoints,
  TooManyPointsError,
} from '@telltale/historian';

/** What a history is asked for where a partition is begun. */
export interface AskedHistory extends Pick<Historian, 'readSeries' | 'stateAt'> {
  /**
   * Points of a range, and maybe some around it.
   * @returns of each series, in the order of the keys, and from when on all of them are in it
   */
  readAround(keys: readonly SeriesKey[], range: TimeRange): Promise<{ fromMs: number; series: SeriesPoints[] }>;
}

interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Keys in one question; who asks for more asks alone. */
const MOST_STATES = 10_000;
const MOST_READ = 500;
/** A range may get so much longer by others that go with it. */
const LONGER_MS = 1_000;
/** Questions of one kind that are under way; what else is asked waits for the end of one, and gathers. */
const AT_ONCE = 2;

/**
 * The history for many that ask the same of series of their own, as partitions do that are begun at once: what is asked
 * while others are under way goes in one, for an answer costs the server most of its time for how many questions there
 * are, and little for how many series one is about. What is asked of one series has a time of its own mostly, and goes by itself.
 */
export class GatheredHistory implements AskedHistory {
  readonly #history: Pick<Historian, 'readSeries' | 'readMany' | 'stateAt'>;
  readonly #states: Gathering<number, LastPoint[]>;
  readonly #read: Gathering<JoinedRange, SeriesPoints>;

  constructor(history: Pick<Historian, 'readSeries' | 'readMany' | 'stateAt'>) {
    this.#history = history;
    this.#states = new Gathering({
      most: MOST_STATES,
      join: (one, other) => (one === other ? one : undefined),
      answer: async (keys, timeMs) => Map.groupBy(await history.stateAt(keys, timeMs), ({ key }) => key),
    });
    this.#read = new Gathering({
      most: MOST_READ,
      join: joinRanges,
      answer: async (keys, { fromMs, toMs }) => {
        const found = await history.readMany({ keys, fromMs, toMs });
        return new Map(found.map((points, n) => [keys[n] as SeriesKey, points]));
      },
    });
  }

  readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints> {
    return this.#history.readSeries(key, fromMs, toMs, signal);
  }

  async stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    if (keys.length === 1) return this.#history.stateAt(keys, timeMs);
    const { found } = await this.#states.ask(keys, timeMs);
    return keys.flatMap((key) => found.get(key) ?? []);
  }

  async readAround(keys: readonly SeriesKey[], range: TimeRange): Promise<{ fromMs: number; series: SeriesPoints[] }> {
    const { fromMs, toMs } = range;
    if (keys.length === 1) return { fromMs, series: await this.#history.readMany({ keys, fromMs, toMs }) };
    const { found, of } = await this.#read.ask(keys, { ...range, longestMs: toMs - fromMs });
    return { fromMs: of.fromMs, series: keys.map((key) => found.get(key) as SeriesPoints) };
  }
}

interface JoinedRange extends TimeRange {
  /** Of those that are in it. */
  readonly longestMs: number;
}

/** Undefined: they lie too far apart. */
function joinRanges(one: JoinedRange, other: JoinedRange): JoinedRange | undefined {
  const fromMs = Math.min(one.fromMs, other.fromMs);
  const toMs = Math.max(one.toMs, other.toMs);
  const longestMs = Math.max(one.longestMs, other.longestMs);
  return toMs - fromMs <= longestMs + LONGER_MS ? { fromMs, toMs, longestMs } : undefined;
}

interface GatheringOptions<Of, Answer> {
  most: number;
  /** What one question asks that answers both; undefined: none does. */
  join: (one: Of, other: Of) => Of | undefined;
  answer: (keys: readonly SeriesKey[], of: Of) => Promise<ReadonlyMap<SeriesKey, Answer>>;
}

interface Answered<Of, Answer> {
  found: ReadonlyMap<SeriesKey, Answer>;
  /** What was asked with the others. */
  of: Of;
}

interface Asker<Of, Answer> {
  readonly keys: readonly SeriesKey[];
  readonly of: Of;
  readonly answered: PromiseWithResolvers<Answered<Of, Answer>>;
}

interface Question<Of, Answer> {
  of: Of;
  readonly keys: Set<SeriesKey>;
  readonly askers: Asker<Of, Answer>[];
}

/** Those that go together wait for one answer. */
class Gathering<Of, Answer> {
  readonly #options: GatheringOptions<Of, Answer>;
  readonly #waiting: Question<Of, Answer>[] = [];
  #underWay = 0;

  constructor(options: GatheringOptions<Of, Answer>) {
    this.#options = options;
  }

  ask(keys: readonly SeriesKey[], of: Of): Promise<Answered<Of, Answer>> {
    const answered = Promise.withResolvers<Answered<Of, Answer>>();
    this.#put({ keys, of, answered });
    if (this.#underWay < AT_ONCE) void this.#run();
    return answered.promise;
  }

  #put(asker: Asker<Of, Answer>): void {
    const { most, join } = this.#options;
    for (const question of this.#waiting) {
      const joined = question.keys.size + asker.keys.length <= most ? join(question.of, asker.of) : undefined;
      if (joined === undefined) continue;
      question.of = joined;
      question.askers.push(asker);
      for (const key of asker.keys) question.keys.add(key);
      return;
    }
    this.#waiting.push({ of: asker.of, keys: new Set(asker.keys), askers: [asker] });
  }

  async #run(): Promise<void> {
    this.#underWay++;
    for (let question = this.#waiting.shift(); question; question = this.#waiting.shift()) await this.#answer(question);
    this.#underWay--;
  }

  async #answer({ keys, of, askers }: Question<Of, Answer>): Promise<void> {
    try {
      const found = await this.#options.answer([...keys], of);
      for (const { answered } of askers) answered.resolve({ found, of });
    } catch (error) {
      if (error instanceof TooManyPointsError && askers.length > 1) {
        // Each of them may ask for fewer than an answer holds.
        for (const asker of askers) await this.#answer({ ...asker, keys: new Set(asker.keys), askers: [asker] });
        return;
      }
      for (const { answered } of askers) answered.reject(error);
    }
  }
}
