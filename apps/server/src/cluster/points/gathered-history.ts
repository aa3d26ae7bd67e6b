import type { Historian, LastPoint, SeriesKey, SeriesPoints } from '@telltale/historian';

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

/**
 * The history for many that ask the same of series of their own, as partitions do that are begun at once: what is asked
 * while a question is under way goes in one, for an answer costs the server most of its time for how many questions there
 * are, and little for how many series one is about.
 */
export class GatheredHistory implements AskedHistory {
  readonly #history: Pick<Historian, 'readSeries'>;
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
    const { found } = await this.#states.ask(keys, timeMs);
    return keys.flatMap((key) => found.get(key) ?? []);
  }

  async readAround(keys: readonly SeriesKey[], range: TimeRange): Promise<{ fromMs: number; series: SeriesPoints[] }> {
    const { found, of } = await this.#read.ask(keys, { ...range, longestMs: range.toMs - range.fromMs });
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

interface Question<Of, Answer> {
  of: Of;
  readonly keys: Set<SeriesKey>;
  readonly answered: PromiseWithResolvers<Answered<Of, Answer>>;
}

/** One question after the other; those that go together wait for one answer. */
class Gathering<Of, Answer> {
  readonly #options: GatheringOptions<Of, Answer>;
  readonly #waiting: Question<Of, Answer>[] = [];
  #isAsking = false;

  constructor(options: GatheringOptions<Of, Answer>) {
    this.#options = options;
  }

  ask(keys: readonly SeriesKey[], of: Of): Promise<Answered<Of, Answer>> {
    const question = this.#questionFor(keys.length, of);
    for (const key of keys) question.keys.add(key);
    if (!this.#isAsking) void this.#run();
    return question.answered.promise;
  }

  #questionFor(count: number, of: Of): Question<Of, Answer> {
    const { most, join } = this.#options;
    for (const question of this.#waiting) {
      const joined = question.keys.size + count <= most ? join(question.of, of) : undefined;
      if (joined === undefined) continue;
      question.of = joined;
      return question;
    }
    const question = { of, keys: new Set<SeriesKey>(), answered: Promise.withResolvers<Answered<Of, Answer>>() };
    this.#waiting.push(question);
    return question;
  }

  async #run(): Promise<void> {
    this.#isAsking = true;
    for (let question = this.#waiting.shift(); question; question = this.#waiting.shift()) {
      const { keys, of, answered } = question;
      const answer = this.#options.answer([...keys], of).then((found) => ({ found, of }));
      await answer.then(answered.resolve, answered.reject);
    }
    this.#isAsking = false;
  }
}
