import '#testing/setup.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { alarmLists } from '@telltale/contract';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '#api/query-keys.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import { AlarmBanner } from './AlarmBanner.tsx';
import { useSeenFlood } from './seen-flood.ts';

const START = Date.parse('2026-11-20T14:02:00Z');
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
const sounds = vi.fn();

class QuietAudio {
  readonly state = 'running';
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator() {
    sounds();
    return { frequency: {}, connect: (to: unknown) => to, start: () => undefined, stop: () => undefined };
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: (to: unknown) => to };
  }
}
/** Each sound has two tones. */
const heard = () => sounds.mock.calls.length / 2;

const alarm = (severity: number) => ({ name: 'Low', assetName: 'Pump 7', assetId: 7, alarmDefinitionId: 1, severity });
const single = (severity = 5) => ({ total: 1, alarms: [alarm(severity)] });
const flood = (alarms: number, lastSeconds: number, more: { severity?: number; until?: string | null } = {}) => {
  const { severity = 5, until = null } = more;
  const firstOut = { assetName: 'Pump 9', name: 'Trip' };
  const figures = { alarms, listed: alarms, severities: [{ severity, alarms }], firstOut };
  const of = { floodId: START, from: at(0), last: at(lastSeconds), until, ...figures };
  return { total: 1, listed: alarms, alarms: [{ ...alarm(severity), flood: of }] };
};

function show(first: object, since = at(-60)) {
  let body = first;
  const stub = new PortalStub().on(alarmLists.searchAlarms, () => ({ body }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onClose = vi.fn();
  const banner = (newest: string, late = 0) => (
    <MantineProvider>
      <QueryClientProvider client={client}>
        <AlarmBanner since={late > 0 ? '' : since} late={late} newest={newest} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const view = render(banner(at(0)));
  const hear = async (newest: string, next: object, late = 0) => {
    body = next;
    view.rerender(banner(newest, late));
    await client.invalidateQueries({ queryKey: queryKeys.alarmLists });
  };
  return { hear, onClose, stub };
}

beforeEach(() => {
  sounds.mockClear();
  vi.stubGlobal('AudioContext', QuietAudio);
  useSeenFlood.setState({ flood: undefined });
});
afterEach(cleanup);

it('tells and sounds each new alarm', async () => {
  const { hear } = show(single());
  await screen.findByText('Low');
  expect(heard()).toBe(1);
  await hear(at(5), { ...single(), total: 2 });
  await screen.findByText(/and 1 more new/);
  expect(heard()).toBe(2);
});

it('tells and sounds one that is no newer than those before it, as the values of a device are whose clock is behind', async () => {
  const { hear, stub } = show(single());
  await screen.findByText('Low');
  await hear(at(0), { total: 2, alarms: [{ ...alarm(9), name: 'Late' }] }, 1);
  await screen.findByText('Late');
  expect(screen.getByRole('alert').textContent).toContain('and 1 more not acknowledged');
  expect(heard()).toBe(2);
  expect(stub.requests.at(-1)?.url.searchParams.get('from')).toBeNull();
  await hear(at(0), { total: 3, alarms: [{ ...alarm(9), name: 'Late' }] }, 2);
  await screen.findByText(/and 2 more not acknowledged/);
  expect(heard()).toBe(3);
});

it('tells a flood once with its first out, and sounds again only when it becomes more severe', async () => {
  const { hear } = show(single());
  await screen.findByText('Low');
  await hear(at(9), flood(10, 9));
  await screen.findByText('Flood: 10 alarms');
  expect(screen.getByRole('alert').textContent).toContain('first out: Pump 9 Trip, worst severity 5');
  const before = heard();
  for (let seconds = 10; seconds < 34; seconds++) await hear(at(seconds), flood(seconds + 1, seconds));
  await screen.findByText('Flood: 34 alarms');
  expect(heard()).toBe(before);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await hear(at(40), flood(35, 40, { severity: 9 }));
  await screen.findByText('Flood: 35 alarms');
  await waitFor(() => expect(heard()).toBe(before + 1));
});

it('sounds what comes after the flood', async () => {
  const { hear } = show(flood(10, 0));
  await screen.findByText('Flood: 10 alarms');
  await waitFor(() => expect(heard()).toBe(1));
  await hear(at(1_200), flood(10, 9, { until: at(600) }));
  await waitFor(() => expect(heard()).toBe(2));
});

it('stays closed for the flood, and comes back when that becomes more severe', async () => {
  const first = show(flood(10, 0));
  await screen.findByText('Flood: 10 alarms');
  fireEvent.click(screen.getByRole('button', { name: 'Close the news of alarms' }));
  expect(first.onClose).toHaveBeenCalled();
  cleanup();
  sounds.mockClear();
  const { hear, stub } = show(flood(11, 5), at(4));
  await waitFor(() => expect(stub.requests).toHaveLength(1));
  // All of the flood is asked for, not what came since it was closed.
  expect(stub.requests[0]?.url.searchParams.get('from')).toBe(at(0));
  await hear(at(20), flood(12, 20));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(heard()).toBe(0);
  await hear(at(30), flood(13, 30, { severity: 10 }));
  await screen.findByText('Flood: 13 alarms');
  await waitFor(() => expect(heard()).toBe(1));
});
