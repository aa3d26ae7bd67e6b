import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
