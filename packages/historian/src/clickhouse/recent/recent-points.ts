import { emptyPoints, type Points } from '../../embedded/points/points.ts';
import { type CountQuery, HistoryUnavailableError, type LastPoint, type SeriesKey } from '../../port.ts';
import { ServerRefusedError } from '../server/connection.ts';
import type { Staged } from '../staging/staged-log.ts';
import { chartOf, type HeldHour, packHour, pointsIn } from './held-hours.ts';
import { KnownPoints, type KnownPointsOptions } from './known-points.ts';
import { type ChartSource, nameOf, Question } from './question.ts';
import { allThatIsMissing, isHeld, type KnownHours, type Span, worthHolding } from './reading-plan.ts';
import { Turns } from './turns.ts';
import { Written } from './written.ts';

/** How points are held; tests take other lengths. */
export interface RecentOptions extends Partial<KnownPointsOptions> {
  /** Hours are read for charts that are not shorter than this: for others most of an hour would be of no use. */
  shortestMs?: number;
  /** Charts of longer ranges are the server's. */
  longestMs?: number;
  /** Points that are read in one look, about; at most twice as many. */
  mostRead?: number;
  /** Hears of what should not have happened, in a line. */
  onFault?: (text: string) => void;
}

const HOUR_MS = 3_600_000;

/** Decision 0518. */
const DEFAULTS: Required<RecentOptions> = {
  hourMs: HOUR_MS,
  shortestMs: HOUR_MS,
  longestMs: 49 * HOUR_MS,
  mostBytes: 64 * 2 ** 20,
  mostRead: 100_000,
  lifetimeMs: 600_000,
  now: () => performance.now(),
  onFault: () => undefined,
};

/** Charts of more hours of series together are the server's: of 100 series for two days. */
const MOST_HOURS = 5000;
/** A chart of more points than so many looks bring would push out what others look at. */
const MOST_LOOKS = 10;
/** So many charts wait for their points to be read; of the others they are not. */
const MOST_WAITING = 100;

interface WholeHours extends KnownHours {
  hours: readonly HeldHour[];
}

const isWhole = (known: KnownHours): known is WholeHours => known.hours.every(isHeld);

/**
 * Points of hours that charts were asked for within minutes, in the memory of the only process that writes to the server:
 * the next charts of them are made here. An hour is forgotten before something is written into it, and not held again
 * before that has come to an end.
 */
export class RecentPoints {
  readonly #options: Required<RecentOptions>;
  readonly #known: KnownPoints;
  /** The server is written to by one at a time. */
  #unsettled: Written | null = null;
  /** All that hear of what is written. */
  readonly #questions = new Set<Question>();
  readonly #beingRead = new Set<string>();
  /** Charts whose points are to be read for the next, one after the other. */
  readonly #waiting: Question[] = [];
  #reading: Promise<void> | null = null;
  readonly #closing = new AbortController();

  constructor(options: RecentOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#known = new KnownPoints(this.#options);
  }

  /** Must hear of what is written before it is; again, when that is tried again. */
  writes(staged: Staged): void {
    if (this.#unsettled?.staged === staged) return;
    const written = new Written(staged, this.#options.hourMs);
    this.#unsettled = written;
    for (const question of this.#questions) question.hearOf(written.hours);
    this.#known.forget(written);
  }

  /** It is at the server. */
  settled(): void {
    this.#unsettled = null;
  }

  /** The last point of each series at or before a time, of those that it is held of. */
  stateAt(keys: readonly SeriesKey[], timeMs: number): Map<SeriesKey, LastPoint> {
    return this.#known.stateAt(keys, timeMs);
  }

  /**
   * Charts of a range: of what is held and the little that is missing; else they are made at the server, and their points
   * are read afterwards, for the next.
   */
  async charts(range: CountQuery, threshold: number, source: ChartSource): Promise<Map<SeriesKey, Points>> {
    const { hourMs, shortestMs, longestMs } = this.#options;
    const lengthMs = range.toMs - range.fromMs + 1;
    const question = new Question(range, source, hourMs);
    const hours = question.keys.length * (question.last - question.first + 1);
    if (lengthMs > longestMs || hours > MOST_HOURS) return (await source.charts()).series;
    const held = this.#hoursOf(question);
    if (held.every(isWhole)) return chartsOf(held, range, threshold);
    if (lengthMs < shortestMs) return (await source.charts()).series;
    const charts = await this.#hearing(question, () => this.#completed(question, threshold));
    return charts ?? this.#atServer(question);
  }

  /** Resolves when nothing is being read for the next chart. */
  async quiet(): Promise<void> {
    while (this.#reading) await this.#reading;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.quiet();
  }

  #hoursOf(question: Question): KnownHours[] {
    const length = question.last - question.first + 1;
    return question.keys.map((key) => ({
      key,
      hours: Array.from({ length }, (_, i) => this.#hourOf(nameOf(key, question.first + i), question)),
    }));
  }

  #hourOf(name: string, question: Question): KnownHours['hours'][number] {
    const held = this.#known.held(name);
    // One that is being read will be held: until then it is as if it had not been asked for.
    if (held || this.#beingRead.has(name)) return held;
    const asked = this.#known.asked(name);
    return asked && question.isWritten(name) ? { ...asked, isWorthReading: false } : asked;
  }

  /** While it works, the question hears of what is written. */
  async #hearing<T>(question: Question, work: () => Promise<T>): Promise<T> {
    if (this.#unsettled) question.hearOf(this.#unsettled.hours);
    this.#questions.add(question);
    try {
      return await work();
    } finally {
      this.#questions.delete(question);
    }
  }

  /** Charts of what is held and of what is missing, which is read in one look; null where that is too much. */
  async #completed(question: Question, threshold: number): Promise<Map<SeriesKey, Points> | null> {
    const known = this.#hoursOf(question);
    const missing = allThatIsMissing(known, this.#options.mostRead);
    const read = missing && (await this.#read(question, known, missing));
    if (!read?.every(isWhole) || isMixed(question, known, read)) return null;
    return chartsOf(read, question.range, threshold);
  }

  async #atServer(question: Question): Promise<Map<SeriesKey, Points>> {
    const { series, counts } = await question.source.charts();
    this.#note(question, counts);
    this.#readOn();
    return series;
  }

  /** Has the points of a chart read for the next, unless they are too many or of some series one does not know how many. */
  #note(question: Question, counts: ReadonlyMap<SeriesKey, number>): void {
    const { range, keys, first, last, hourMs } = question;
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const isCounted = keys.every((key) => counts.has(key));
    if (!isCounted || total > MOST_LOOKS * this.#options.mostRead || this.#waiting.length >= MOST_WAITING) return;
    const hoursOfRange = (range.toMs - range.fromMs + 1) / hourMs;
    for (const [key, count] of counts) {
      for (let hour = first; hour <= last; hour++) this.#known.noteAsked(nameOf(key, hour), count / hoursOfRange);
    }
    this.#waiting.push(question);
  }

  #readOn(): void {
    if (this.#reading || this.#closing.signal.aborted) return;
    const question = this.#waiting.shift();
    if (!question) return;
    this.#reading = this.#readFor(question)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.onFault(`points for the next chart were not read: ${error}`);
      })
      .finally(() => {
        this.#reading = null;
        this.#readOn();
      });
  }

  /** Reads what a chart was made of, as far as that is worth it, in as many looks as it takes. */
  async #readFor({ range, source, hourMs }: Question): Promise<void> {
    const question = new Question({ ...range, signal: this.#closing.signal }, source, hourMs);
    await this.#hearing(question, async () => {
      for (let look = 0; look < MOST_LOOKS && !question.isAllWritten; look++) {
        const known = this.#hoursOf(question);
        const spans = worthHolding(known, this.#options.mostRead);
        if (spans.length === 0 || !(await this.#read(question, known, spans))) return;
      }
    });
  }

  /**
   * Reads hours and holds those that nothing is written into.
   * @returns what is known with them; null when they are too many, or the server does not give them
   */
  async #read(question: Question, known: readonly KnownHours[], spans: readonly Span[]): Promise<KnownHours[] | null> {
    const { source, range, first } = question;
    const names = spans.flatMap(({ key, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, i) => nameOf(key, first + from + i)),
    );
    for (const name of names) this.#beingRead.add(name);
    try {
      const points = await source.read(rangesOf(spans, question), 2 * this.#options.mostRead, range.signal);
      if (points) return await this.#hold(question, known, spans, points);
    } catch (error) {
      const isServers = error instanceof ServerRefusedError || error instanceof HistoryUnavailableError;
      if (range.signal?.aborted || !isServers) throw error;
      // It may give a chart all the same, which asks for less; if not, that says why.
    } finally {
      for (const name of names) this.#beingRead.delete(name);
    }
    for (const name of names) this.#known.noteNotWorth(name, Number.POSITIVE_INFINITY);
    return null;
  }

  async #hold(
    question: Question,
    known: readonly KnownHours[],
    spans: readonly Span[],
    points: ReadonlyMap<SeriesKey, Points>,
  ): Promise<KnownHours[]> {
    const spanOf = new Map(spans.map((span) => [span.key, span]));
    const turns = new Turns(question.range.signal);
    const read: KnownHours[] = [];
    for (const one of known) {
      const hours = [...one.hours];
      const { from, to } = spanOf.get(one.key) ?? { from: 0, to: -1 };
      const series = points.get(one.key) ?? emptyPoints();
      for (let i = from; i <= to; i++) {
        const hour = packHour(series, question.first + i, question.hourMs);
        const name = nameOf(one.key, question.first + i);
        hours[i] = hour;
        if (!question.isWritten(name)) this.#known.hold(name, hour);
        else if (!question.isAllWritten) this.#known.noteNotWorth(name, pointsIn(hour));
        await turns.after([hour]);
      }
      read.push({ key: one.key, hours });
    }
    return read;
  }
}

function rangesOf(spans: readonly Span[], { range, first, hourMs }: Question): CountQuery[] {
  const together = Map.groupBy(spans, ({ from, to }) => `${from}-${to}`);
  return [...together.values()].map((some) => {
    const { from, to } = some[0] as Span;
    const [fromMs, toMs] = [(first + from) * hourMs, (first + to + 1) * hourMs - 1];
    return { ...range, keys: some.map(({ key }) => key), fromMs, toMs };
  });
}

/** Whether something was written into an hour that was held, and perhaps is in what was read. */
function isMixed(question: Question, known: readonly KnownHours[], read: readonly KnownHours[]): boolean {
  return read.some(({ key, hours }, n) =>
    hours.some((hour, i) => hour === known[n]?.hours[i] && question.isWritten(nameOf(key, question.first + i))),
  );
}

async function chartsOf(
  known: readonly WholeHours[],
  { fromMs, toMs, signal }: CountQuery,
  threshold: number,
): Promise<Map<SeriesKey, Points>> {
  const charts = new Map<SeriesKey, Points>();
  const turns = new Turns(signal);
  for (const { key, hours } of known) {
    charts.set(key, chartOf(hours, fromMs, toMs, threshold));
    await turns.after(hours);
  }
  return charts;
}
