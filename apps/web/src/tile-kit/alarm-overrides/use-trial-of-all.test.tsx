import { alarmDefinitions } from '@telltale/contract';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PortalStub } from '#testing/portal-stub.ts';
import { useTrialOfAll } from './use-trial-of-all.ts';

const input = {
  alarmDefinitionId: 7,
  assets: Array.from({ length: 100 }, (_, n) => ({ assetId: n + 1, name: `Pump ${n + 1}` })),
  rule: { expression: '_A > 10', onDelay: 0, offDelay: 0, deadband: 0 },
  inForce: undefined,
  dataItems: [],
  span: { fromMs: 0, toMs: 86_400_000 },
};

test('a trial on all assets tells how far it is, and cancelling it ends what is under way and asks for no more', async () => {
  const stub = new PortalStub();
  const outcome = { intervals: [], count: 3, longestSeconds: 9, perHour: 1, chattering: 0, overrideMethod: 0 } as const;
  stub.on(alarmDefinitions.backtestAlarm, ({ body }) =>
    (body as { assetId: number }).assetId <= 10 ? { body: outcome } : { isNever: true },
  );
  const signals: (AbortSignal | null | undefined)[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    signals.push(init.signal);
    return fetch(path, init);
  });
  const { result, unmount } = renderHook(() => useTrialOfAll());
  act(() => result.current.start(input));
  await vi.waitFor(() => expect(result.current).toMatchObject({ state: 'running', tried: 10, total: 100 }), 15_000);
  await vi.waitFor(() => expect(stub.requests).toHaveLength(12), 15_000);
  expect(signals.slice(10).map((signal) => signal?.aborted)).toEqual([false, false]);
  act(() => result.current.cancel());
  expect(signals.slice(10).map((signal) => signal?.aborted)).toEqual([true, true]);
  expect(result.current).toMatchObject({ state: 'cancelled', tried: 10, problem: undefined });
  await act(async () => undefined);
  expect(stub.requests).toHaveLength(12);

  act(() => result.current.start(input));
  await vi.waitFor(() => expect(stub.requests).toHaveLength(24), 15_000);
  unmount();
  expect(signals.slice(22).map((signal) => signal?.aborted)).toEqual([true, true]);
});

test('an asset that cannot be tried is named with the reason, and the others are tried with their own overrides', async () => {
  const stub = new PortalStub();
  stub.on(alarmDefinitions.backtestAlarm, ({ body }) => {
    const { assetId, ...asked } = body as { assetId: number };
    expect(asked).toMatchObject({ withOverride: true, alarmDefinitionId: 7 });
    if (assetId === 2)
      return { status: 413, body: { error: { code: 'too-large', message: 'Too many values.' } } as never };
    return { body: { intervals: [], count: 1, longestSeconds: 9, perHour: 1, chattering: 0, overrideMethod: 1 } };
  });
  const { result } = renderHook(() => useTrialOfAll());
  act(() => result.current.start({ ...input, assets: input.assets.slice(0, 4) }));
  await vi.waitFor(() => expect(result.current).toMatchObject({ state: 'done', tried: 4, problem: undefined }), 15_000);
  expect(result.current.untried).toEqual([{ assetId: 2, name: 'Pump 2', reason: 'Too many values.' }]);
  expect(result.current.outcomes.map(({ assetId, overrideMethod }) => [assetId, overrideMethod]).toSorted()).toEqual([
    [1, 1],
    [3, 1],
    [4, 1],
  ]);
});
