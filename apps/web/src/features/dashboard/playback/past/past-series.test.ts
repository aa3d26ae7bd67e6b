import type { history } from '@telltale/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { HistoryQuestion } from '#live/portal-answers.ts';
import type { SeriesTimeWindow } from '#readings/series.ts';
import { DashboardTime, LIVE } from '#tile-kit/dashboard-time.ts';
import { FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { PastSeriesFeed } from './past-series.ts';
import { PlaybackSeries } from './playback-series.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const item = { assetId: 7, dataItemId: 1 };

/** History with a point every second, whose value is its second since START. */
class SecondsPortal {
  readonly questions: HistoryQuestion[] = [];
  failure: Error | undefined;
  /** What is measured later is not known yet. */
  nowMs = START + 24 * 60 * MINUTE;

  loadHistory = async (question: HistoryQuestion): Promise<history.ColumnarHistory> => {
    this.questions.push(question);
    await Promise.resolve();
    if (this.failure !== undefined) throw this.failure;
    const first = Math.ceil(question.fromMs / 1000);
    const last = Math.floor(Math.min(question.toMs, this.nowMs) / 1000);
    const times = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return [times, times.map((time) => time - START / 1000)];
  };
}

function aFeed(window: SeriesTimeWindow, pace = { speed: 0 }) {
  const time = new DashboardTime({ cursor: { kind: 'past', atMs: START }, range: undefined });
  const portal = new SecondsPortal();
  const options = { time, portal, pace: () => pace.speed, now: () => portal.nowMs };
  const feed = new PastSeriesFeed({ items: [item, undefined], window, threshold: 600, refreshSeconds: 60 }, options);
  const go = async (atMs: number) => {
    time.setCursor({ kind: 'past', atMs });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { time, portal, feed, options, go };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

describe('a chart in the past', () => {
  it('shows its window up to the cursor, wherever that goes, and nothing after it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -200 * MINUTE, max: 200 * MINUTE }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0, 1, 60, 600),
        async (moves, speed) => {
          const { feed, go } = aFeed({ kind: 'live', hours: 0.5 }, { speed });
          const end = feed.subscribe(() => undefined);
          for (const move of moves) {
            const atMs = START + move;
            await go(atMs);
            const { times, columns } = feed.frame();
            expect(feed.nowMs()).toBe(atMs);
            expect(times[0]).toBe(Math.ceil((atMs - 30 * MINUTE) / 1000));
            expect(times.at(-1)).toBe(Math.floor(atMs / 1000));
            expect(columns[0]?.at(-1)).toBe(Math.floor(atMs / 1000) - START / 1000);
            expect(columns[1]?.every((value) => value === null)).toBe(true);
          }
          end();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('near the present shows what was measured after it was asked for, and asks seldom', async () => {
    const { feed, portal, go } = aFeed({ kind: 'live', hours: 0.5 }, { speed: 1 });
    const end = feed.subscribe(() => undefined);
    const behindMs = 15_000;
    for (let second = 0; second < 120; second++) {
      portal.nowMs = START + second * 1_000;
      await go(portal.nowMs - behindMs);
      expect(feed.frame().times.at(-1)).toBe((portal.nowMs - behindMs) / 1_000);
    }
    expect(portal.questions.length).toBeLessThan(25);
    end();
  });

  it('shows a fixed window as far as the cursor has come, and asks for it once', async () => {
    const { feed, portal, go } = aFeed({ kind: 'fixed', fromMs: START, toMs: START + 10 * MINUTE });
    feed.subscribe(() => undefined);
    for (const minute of [-5, 0, 3, 8, 20, 3]) {
      await go(START + minute * MINUTE);
      const rows = feed.frame().times.length;
      expect(rows).toBe(minute < 0 ? 0 : Math.min(minute, 10) * 60 + 1);
      expect(feed.status().state).toBe('ready');
    }
    expect(portal.questions).toHaveLength(1);
    expect(portal.questions[0]).toMatchObject({ fromMs: START, toMs: START + 10 * MINUTE, threshold: 600 });
  });

  it('reads ahead while it is played, as densely as the window alone would be', async () => {
    const pace = { speed: 60 };
    const { feed, portal, go } = aFeed({ kind: 'live', hours: 0.5 }, pace);
    feed.subscribe(() => undefined);
    await go(START);
    expect(portal.questions[0]).toMatchObject({
      fromMs: START - 30 * MINUTE,
      toMs: START + 20 * MINUTE,
      threshold: 1_000,
    });
    for (let second = 0; second < 60; second++) {
      await go(START + second * MINUTE);
      expect(feed.frame().times.at(-1)).toBe(START / 1000 + second * 60);
    }
    expect(portal.questions.length).toBeLessThanOrEqual(6);
  });

  it('tries again after a failure, and after a refusal only when it is asked to', async () => {
    const { feed, portal, go } = aFeed({ kind: 'live', hours: 0.5 });
    portal.failure = new ApiError(503, 'unavailable', 'The history is away.');
    feed.subscribe(() => undefined);
    await go(START + 1);
    expect(feed.status()).toMatchObject({ state: 'error', message: 'The history is away. Trying again in 25 s.' });
    await go(START + 2);
    expect(portal.questions).toHaveLength(1);
    portal.failure = new ApiError(413, 'too-large', 'Too many values.');
    await vi.advanceTimersByTimeAsync(25_000);
    expect(feed.status()).toMatchObject({ state: 'error', message: 'Too many values.' });
    await vi.advanceTimersByTimeAsync(100_000);
    await go(START + 3);
    expect(portal.questions).toHaveLength(2);
    portal.failure = undefined;
    feed.refresh();
    await vi.advanceTimersByTimeAsync(0);
    expect(feed.status().state).toBe('ready');
    expect(feed.frame().times.length).toBe(30 * 60);
  });
});

describe('a chart of a dashboard that is played back', () => {
  it('goes from live to the past and back, and loads the whole series when it is told to', async () => {
    const { time, portal, options } = aFeed({ kind: 'live', hours: 0.5 });
    time.setCursor(LIVE);
    const live = new FixedSeries({ times: [1], columns: [[5]] });
    const series = new PlaybackSeries(live, options);
    const feed = series.open({
      items: [item],
      window: { kind: 'live', hours: 0.5 },
      threshold: 600,
      refreshSeconds: 60,
    });
    const heard = vi.fn();
    const end = feed.subscribe(heard);
    expect(feed.frame().columns).toEqual([[5]]);
    time.setCursor({ kind: 'past', atMs: START });
    await vi.advanceTimersByTimeAsync(0);
    expect(feed.frame().times.at(-1)).toBe(START / 1000);
    expect(portal.questions).toHaveLength(1);
    series.reload();
    await vi.advanceTimersByTimeAsync(0);
    expect(portal.questions).toHaveLength(2);
    heard.mockClear();
    time.setCursor(LIVE);
    expect(heard).toHaveBeenCalled();
    expect(feed.frame().columns).toEqual([[5]]);
    series.reload();
    expect(live.asked).toEqual(['refresh']);
    end();
    series.reload();
    expect(live.asked).toEqual(['refresh']);
  });
});
