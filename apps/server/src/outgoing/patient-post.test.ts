import { describe, expect, it } from 'vitest';
import { TestClock } from '#testing/test-clock.ts';
import { AskedToWaitError, LONGEST_PATIENCE_MS, patientPost, retryAfterMs } from './patient-post.ts';

const NOW = Date.UTC(2026, 0, 5, 12);

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
    ['Monday, 05-Jan-26 12:01:30 GMT', 90_000],
    ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
    [undefined, undefined],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['99999999999999', undefined],
  ])('%s', (header, expected) => expect(retryAfterMs(header, NOW)).toBe(expected));
});

describe('an address that asks to be left alone', () => {
  function anAddress() {
    const clock = new TestClock();
    clock.stopAt(NOW);
    const asked: string[] = [];
    const next: { status: number; retryAfter?: string } = { status: 503, retryAfter: '90' };
    const post = patientPost(async ({ url }) => {
      asked.push(url);
      return { ...next, text: '' };
    }, clock);
    return { clock, asked, next, call: (url = 'https://a.example/hook') => post({ url, body: '', headers: {} }) };
  }

  it('is not called before its time, while others are', async () => {
    const { clock, asked, call } = anAddress();
    expect(await call()).toMatchObject({ status: 503, notBeforeMs: NOW + 90_000 });
    clock.stopAt(NOW + 89_999);
    await expect(call()).rejects.toMatchObject({ untilMs: NOW + 90_000 });
    await call('https://a.example/other');
    expect(asked).toEqual(['https://a.example/hook', 'https://a.example/other']);
    clock.stopAt(NOW + 90_000);
    await call();
    expect(asked.length).toBe(3);
  });

  it('is called again within the hour, whatever it says', async () => {
    const { clock, next, call } = anAddress();
    next.retryAfter = '9999999';
    expect((await call()).notBeforeMs).toBe(NOW + LONGEST_PATIENCE_MS);
    clock.stopAt(NOW + LONGEST_PATIENCE_MS - 1);
    await expect(call()).rejects.toThrow(AskedToWaitError);
    clock.stopAt(NOW + LONGEST_PATIENCE_MS);
    next.status = 200;
    expect(await call()).toEqual({ status: 200, retryAfter: '9999999', text: '' });
  });

  it.each([
    [429, undefined],
    [500, '90'],
    [302, '90'],
  ])('is one only by 429 and 503, and only if it says until when: %s', async (status, retryAfter) => {
    const { asked, next, call } = anAddress();
    Object.assign(next, { status, retryAfter });
    await call();
    await call();
    expect(asked.length).toBe(2);
  });
});
