import type { Conversion } from '@telltale/domain/units/conversion.ts';
import type { AssetItem, ReadingSource } from './readings.ts';
import type { ResolvedSeriesRequest, SeriesFeed, SeriesFrame, SeriesSource } from './series.ts';
import type { ShownUnits } from './shown-units.ts';

type Units = Pick<ShownUnits, 'conversionOf'>;

/**
 * Series in the units that somebody reads.
 * @param sent the readings as they are stored: they tell the unit of each series
 */
export function shownSeries(source: SeriesSource, sent: ReadingSource, units: Units): SeriesSource {
  return { open: (request) => new ShownFeed(source.open(request), request, sent, units) };
}

/** No conversion is known yet, so nothing can be shown. */
const UNKNOWN = Symbol('unknown');
type Known = Conversion | undefined | typeof UNKNOWN;

const NOTHING: SeriesFrame = { times: [], columns: [] };

/** A feed with columns that are converted: once for each frame, and not at all where no series is. */
class ShownFeed implements SeriesFeed {
  readonly #feed: SeriesFeed;
  readonly #items: readonly (AssetItem | undefined)[];
  readonly #sent: ReadingSource;
  readonly #units: Units;
  readonly #listeners = new Set<() => void>();
  readonly countPoints?: NonNullable<SeriesFeed['countPoints']>;
  #known: readonly Known[];
  #ends: (() => void)[] = [];
  #last: { frame: SeriesFrame; known: readonly Known[]; shown: SeriesFrame } | undefined;

  constructor(feed: SeriesFeed, { items }: ResolvedSeriesRequest, sent: ReadingSource, units: Units) {
    this.#feed = feed;
    this.#items = items;
    this.#sent = sent;
    this.#units = units;
    this.#known = items.map(() => UNKNOWN);
    const { countPoints } = feed;
    if (countPoints !== undefined) this.countPoints = (...asked) => countPoints.apply(feed, asked);
    this.#look();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  frame(): SeriesFrame {
    if (this.#isUnknown()) return NOTHING;
    const frame = this.#feed.frame();
    if (this.#known.every((conversion) => conversion === undefined)) return frame;
    if (this.#last?.frame !== frame || this.#last.known !== this.#known) {
      this.#last = { frame, known: this.#known, shown: this.#convert(frame) };
    }
    return this.#last.shown;
  }

  isEmpty(): boolean {
    return this.#isUnknown() || this.#feed.isEmpty();
  }

  status() {
    const status = this.#feed.status();
    return this.#isUnknown() && status.state === 'ready' ? LOADING : status;
  }

  nowMs(): number {
    return this.#feed.nowMs();
  }

  refresh(): void {
    this.#feed.refresh();
  }

  setPaused(isPaused: boolean): void {
    this.#feed.setPaused(isPaused);
  }

  #start(): void {
    const looked = () => {
      if (this.#look()) this.#tell();
    };
    // The units first: what the feed has at once is told with them.
    this.#ends = this.#items.flatMap((item) => (item === undefined ? [] : [this.#sent.subscribe(item, looked)]));
    this.#ends.push(this.#feed.subscribe(() => this.#tell()));
    this.#look();
  }

  #stop(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #isUnknown(): boolean {
    return this.#known.includes(UNKNOWN);
  }

  /** Whether the unit of a series has become known, or another. What was known once stays so while nothing is known. */
  #look(): boolean {
    const next = this.#items.map((item, index): Known => {
      if (item === undefined) return undefined;
      const { state, unit } = this.#sent.read(item);
      if (state === 'waiting') return this.#known[index];
      return this.#units.conversionOf(unit);
    });
    if (next.every((conversion, index) => conversion === this.#known[index])) return false;
    this.#known = next;
    return true;
  }

  #convert({ times, columns }: SeriesFrame): SeriesFrame {
    return {
      times,
      columns: columns.map((values, index) => {
        const conversion = this.#known[index];
        if (conversion === undefined || conversion === UNKNOWN) return values;
        return values.map((value) => (value === null ? null : conversion.convert(value)));
      }),
    };
  }
}

const LOADING = { state: 'loading', droppedSamples: 0 } as const;
