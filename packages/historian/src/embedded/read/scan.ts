import { type CountQuery, type ScanQuery, TooManyPointsError } from '../../port.ts';
import { wholeRange } from '../points/time-range.ts';

/** How pages come about: counting for the limit, and reading the one that begins at a time. */
export interface PagesOf<Page> {
  count: (query: CountQuery) => Promise<number>;
  read: (
    fromMs: number,
    toMs: number,
    mostTimes: number,
    signal: AbortSignal,
  ) => Promise<{ page: Page; nextMs: number | null }>;
}

const PAGE_VALUES = 131_072;
/**
 * A page is looked for in so many times the span of the last one: what is in memory of the points beyond it would go along
 * to the reading thread with each page, for nothing.
 */
const WINDOW_PAGES = 2;
/** Over a span without a point the window becomes so many times longer. */
const OVER_GAPS = 16;

/** Pages one after the other; while one is worked on, the next is being read if it is wanted so. Who stops early stops the reading. */
export async function* scanPages<Page extends { timesMs: Float64Array }>(
  query: ScanQuery,
  mostPoints: number,
  { count, read }: PagesOf<Page>,
): AsyncGenerator<Page> {
  const { keys, signal, isLimited = false, pageValues = PAGE_VALUES, readsAhead = true } = query;
  const [fromMs, toMs] = wholeRange(query.fromMs, query.toMs);
  if (keys.length === 0 || fromMs > toMs) return;
  const mostTimes = Math.max(1, Math.floor(pageValues / keys.length));
  const ended = new AbortController();
  const stop = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  stop.throwIfAborted();
  let firstSpanMs = toMs - fromMs;
  if (isLimited) {
    const points = await count({ keys, fromMs, toMs, signal: stop });
    if (points > mostPoints) throw new TooManyPointsError(points, mostPoints);
    firstSpanMs = Math.ceil((WINDOW_PAGES * firstSpanMs * pageValues) / Math.max(points, 1));
  }
  const readFrom = async (beginMs: number, spanMs: number) => {
    const endMs = Math.min(toMs, beginMs + spanMs);
    const { page, nextMs } = await read(beginMs, endMs, mostTimes, stop);
    if (nextMs !== null) return { page, nextMs, spanMs: WINDOW_PAGES * (nextMs - beginMs) };
    const growth = page.timesMs.length > 0 ? WINDOW_PAGES : OVER_GAPS;
    return { page, nextMs: endMs < toMs ? endMs + 1 : null, spanMs: growth * spanMs };
  };
  try {
    let values = 0;
    let reading = readFrom(fromMs, firstSpanMs);
    for (;;) {
      const { page, nextMs, spanMs } = await reading;
      const readOn = (): void => {
        if (nextMs === null) return;
        reading = readFrom(nextMs, spanMs);
        // Whoever stops early never asks for it.
        reading.catch(() => undefined);
      };
      if (readsAhead) readOn();
      // Times that the series do not share add nulls, which no counting of points foresees.
      values += page.timesMs.length * keys.length;
      if (isLimited && values > mostPoints) throw new TooManyPointsError(values, mostPoints);
      if (page.timesMs.length > 0) yield page;
      if (nextMs === null) return;
      stop.throwIfAborted();
      if (!readsAhead) readOn();
    }
  } finally {
    ended.abort();
  }
}
