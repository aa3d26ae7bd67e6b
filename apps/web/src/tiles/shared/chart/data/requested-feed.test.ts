import { expect, test } from 'vitest';
import { RequestedFeed } from './requested-feed.ts';

const ready = { state: 'ready', droppedSamples: 0 } as const;
const frame = (value: number) => ({ times: [1], columns: [[value]] });

test('an answer is told to those who listen', () => {
  const feed = new RequestedFeed(() => undefined);
  let heard = 0;
  const end = feed.subscribe(() => heard++);
  feed.take(frame(1), ready);
  expect([heard, feed.frame().columns, feed.status().state, feed.nowMs()]).toEqual([1, [[1]], 'ready', 1000]);
  end();
  feed.take(frame(2), ready);
  expect(heard).toBe(1);
});

test('while paused the first answer is shown and others are kept back until it goes on', () => {
  const feed = new RequestedFeed(() => undefined);
  feed.setPaused(true);
  feed.take(frame(1), ready);
  feed.take(frame(2), ready);
  expect(feed.frame().columns).toEqual([[1]]);
  feed.setPaused(false);
  expect(feed.frame().columns).toEqual([[2]]);
});

test('refresh asks again', () => {
  let asked = 0;
  new RequestedFeed(() => asked++).refresh();
  expect(asked).toBe(1);
});
