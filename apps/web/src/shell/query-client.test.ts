import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How often a record is asked for within three seconds when the portal answers each time with the status. */
async function triesWithin3Seconds(status: number): Promise<{ tries: number; isGivenUp: boolean }> {
  let tries = 0;
  let isGivenUp = false;
  const queryFn = () => {
    tries += 1;
    return Promise.reject(new ApiError(status, 'failed', 'No.'));
  };
  const asked = createQueryClient().fetchQuery({ queryKey: ['record'], queryFn });
  asked.catch(() => {
    isGivenUp = true;
  });
  await vi.advanceTimersByTimeAsync(3_000);
  return { tries, isGivenUp };
}

test.each([0, 503])('what fails with %i is tried twice more, and given up within 3 s', async (status) => {
  expect(await triesWithin3Seconds(status)).toEqual({ tries: 3, isGivenUp: true });
});

test.each([403, 404])('a refusal with %i is final', async (status) => {
  expect(await triesWithin3Seconds(status)).toEqual({ tries: 1, isGivenUp: true });
});

describe('a record that changes', () => {
  /** A record whose answers are given by hand, each what it was when it was asked for. */
  function aRecord() {
    const client = createQueryClient();
    const answers: (() => void)[] = [];
    let now = 'before';
    const queryFn = () => {
      const seen = now;
      return new Promise<string>((resolve) => answers.push(() => resolve(seen)));
    };
    const observer = new QueryObserver(client, { queryKey: ['record', 7], queryFn });
    const stop = observer.subscribe(() => undefined);
    return {
      asked: () => answers.length,
      answer: async () => {
        answers.at(-1)?.();
        await vi.advanceTimersByTimeAsync(1);
      },
      change: () => {
        now = 'after';
        return client.invalidateQueries({ queryKey: ['record'] });
      },
      shown: () => observer.getCurrentResult().data,
      stop,
    };
  }

  test('while it is asked for the first time is asked for again when that answer has come, once', async () => {
    const record = aRecord();
    void record.change();
    void record.change();
    expect(record.asked()).toBe(1);
    await record.answer();
    expect(record.asked()).toBe(2);
    await record.answer();
    expect([record.asked(), record.shown()]).toEqual([2, 'after']);
    record.stop();
  });

  test('while it is shown is asked for once', async () => {
    const record = aRecord();
    await record.answer();
    void record.change();
    expect(record.asked()).toBe(2);
    await record.answer();
    expect([record.asked(), record.shown()]).toEqual([2, 'after']);
    record.stop();
  });
});
