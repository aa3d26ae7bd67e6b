import { afterEach, expect, test, vi } from 'vitest';
import { watched } from '../testing/questions.ts';
import { askAgain, askAgainSoon } from './ask-again.ts';

const queryKey = ['assets', 7, 'alarmtransitions'];
afterEach(() => void vi.useRealTimers());

const watchedRange = () => watched<string>([...queryKey, 'a range']);

test('all who hear of the same news ask once', async () => {
  const { client, questions, observer, stop } = watchedRange();
  questions[0]?.('before');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('before'), 15_000);
  const asking = Promise.all([1, 2, 3].map(() => askAgain(client, queryKey)));
  await vi.waitFor(() => expect(questions).toHaveLength(2), 15_000);
  questions[1]?.('after');
  await asking;
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'), 15_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(questions).toHaveLength(2);
  stop();
});

test('an answer that was under way before the news does not count', async () => {
  const { client, questions, observer, stop } = watchedRange();
  void askAgain(client, queryKey);
  questions[0]?.('before');
  await vi.waitFor(() => expect(questions).toHaveLength(2), 15_000);
  questions[1]?.('after');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after'), 15_000);
  stop();
});

test('news during a question are asked for after it, however many they are, and the question is not thrown away', async () => {
  const { client, questions, observer, stop } = watchedRange();
  questions[0]?.('before');
  void askAgain(client, queryKey);
  await vi.waitFor(() => expect(questions).toHaveLength(2), 15_000);
  for (let news = 0; news < 5; news++) {
    await askAgain(client, queryKey);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(questions).toHaveLength(2);
  questions[1]?.('of the first news');
  await vi.waitFor(() => expect(questions).toHaveLength(3), 15_000);
  expect(observer.getCurrentResult().data).toBe('of the first news');
  questions[2]?.('of the last news');
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('of the last news'), 15_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(questions).toHaveLength(3);
  void askAgain(client, queryKey);
  await vi.waitFor(() => expect(questions).toHaveLength(4), 15_000);
  stop();
});

test('what need not be asked at once is asked once, a while later, for all who want it', async () => {
  vi.useFakeTimers();
  const { client, questions, observer, stop } = watchedRange();
  questions[0]?.('before');
  await vi.advanceTimersByTimeAsync(10);
  for (let chart = 0; chart < 3; chart++) askAgainSoon(client, queryKey);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(questions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(questions).toHaveLength(2);
  questions[1]?.('after');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(observer.getCurrentResult().data).toBe('after');
  expect(questions).toHaveLength(2);

  askAgainSoon(client, queryKey);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(questions).toHaveLength(3);
  stop();
});
