import '#testing/setup.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PortalStub } from '#testing/portal-stub.ts';
import { type ShownTrack, TrackBar } from './TrackBar.tsx';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 20, 12, 30);
const TRACK = 'GET /api/ef/assets/7/track';

const at = (agoMs: number, latitude: number) => ({
  set: new Date(NOW_MS - agoMs).toISOString(),
  place: { latitude, longitude: -100 },
});

function show(stub: PortalStub, pastMs?: number) {
  const onTrack = vi.fn<(track: ShownTrack | undefined) => void>();
  const bar = (moment: number | undefined) => (
    <QueryClientProvider client={client}>
      <TrackBar assetId={7} name="Rig" pastMs={moment} zone="UTC" onTrack={onTrack} onClose={() => undefined} />
    </QueryClientProvider>
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(bar(pastMs));
  const asked = () =>
    stub.requests.map(({ url }) => [url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '']);
  return { asked, last: () => onTrack.mock.lastCall?.[0], play: (moment: number) => view.rerender(bar(moment)) };
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the track of an asset', () => {
  it('is drawn up to the moment that is chosen', async () => {
    vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
    const stub = new PortalStub().on(TRACK, { body: [at(25 * HOUR_MS, 30), at(10 * HOUR_MS, 31), at(HOUR_MS, 32)] });
    const { asked, last } = show(stub);
    expect(await screen.findByText('138 miles, there since 2026-11-20 11:30:00.')).toBeTruthy();
    expect(asked()).toEqual([[new Date(NOW_MS - 24 * HOUR_MS).toISOString(), new Date(NOW_MS).toISOString()]]);
    fireEvent.change(screen.getByRole('slider', { name: 'Moment' }), { target: { value: NOW_MS - 6 * HOUR_MS } });
    expect(await screen.findByText('69.09 miles, there since 2026-11-20 02:30:00.')).toBeTruthy();
    expect(last()?.at).toMatchObject({ latitude: 31 });
    expect(last()?.lines).toHaveLength(1);
  });

  it('goes as far back as is asked for', async () => {
    const stub = new PortalStub().on(TRACK, ({ url }) => {
      const hours =
        (Date.parse(url.searchParams.get('to') ?? '') - Date.parse(url.searchParams.get('from') ?? '')) / HOUR_MS;
      return { body: hours > 24 ? [at(0, 30)] : [] };
    });
    show(stub);
    expect(await screen.findByText('No position in this time.')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'How long back' }), { target: { value: 168 * HOUR_MS } });
    expect(await screen.findByText(/^It did not move, there since/)).toBeTruthy();
  });

  it('follows a dashboard that is played back, one question an hour', async () => {
    const stub = new PortalStub().on(TRACK, { body: [at(2 * HOUR_MS, 30), at(0, 31)] });
    const { asked, last, play } = show(stub, NOW_MS - 60_000);
    expect(await screen.findByText('It did not move, there since 2026-11-20 10:30:00.')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    play(NOW_MS + 60_000);
    expect(await screen.findByText('69.09 miles, there since 2026-11-20 12:30:00.')).toBeTruthy();
    expect(last()?.at).toMatchObject({ latitude: 31 });
    expect(asked()).toHaveLength(1);
  });

  it('says why there is none, and asks again', async () => {
    let isDown = true;
    const stub = new PortalStub().on(TRACK, () =>
      isDown
        ? { status: 503, body: { error: { code: 'unavailable', message: 'The portal is starting.' } } }
        : { body: [at(HOUR_MS, 30)] },
    );
    const { last } = show(stub);
    expect(await screen.findByText('No track. The portal is starting.')).toBeTruthy();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(last()?.lines).toHaveLength(1));
  });
});
