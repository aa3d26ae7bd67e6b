import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestingHub } from '#live/testing/hub.ts';
import { useSessionStore } from '#session/session-store.ts';
import { HOSTILE_TEXTS } from '#tiles/testing/hostile-texts.ts';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';
import { messageViewerTile } from './tile.ts';

const OWN = `ws://${window.location.host}/mqtt`;
let hub: TestingHub;
beforeEach(() => {
  hub = new TestingHub();
  vi.stubGlobal('WebSocket', function socket(url: string) {
    return hub.openSocket(url);
  });
  vi.stubGlobal('fetch', async () => Response.json({ host: 'yard' }));
  useSessionStore.setState({ brokerToken: 'token' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSessionStore.setState({ brokerToken: undefined });
});
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('connects, subscribes, shows messages, unsubscribes and clears', async () => {
  await renderTile(messageViewerTile, {});
  expect(screen.getByLabelText<HTMLInputElement>('Broker URL').value).toBe(OWN);
  expect(screen.getByText('Connect to see messages.')).toBeDefined();
  press('Connect');
  await screen.findByText('Connected');
  expect(screen.getByText('Subscribe to a topic to see its messages.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Topic').value).toBe('yard/assets/7/dataitems/#');
  press('Subscribe');
  await screen.findByRole('button', { name: 'Unsubscribe yard/assets/7/dataitems/#' });
  await waitFor(() => expect(hub.connected[0]?.filters.size).toBe(1));
  expect(screen.getByText('Waiting for messages…')).toBeDefined();
  act(() => hub.publish('yard/assets/7/dataitems/batch', { value: HOSTILE_TEXTS[0] }));
  const message = await screen.findByText(/onerror/);
  expect(message.querySelector('img')).toBeNull();
  expect(screen.getByText('1 message')).toBeDefined();
  press('Clear Messages');
  expect(screen.queryByText(/onerror/)).toBeNull();
  press(/^Unsubscribe/);
  await waitFor(() => expect(hub.connected[0]?.filters.size).toBe(0));
});

test('offers no topic of its own accord on the dashboard of a system', async () => {
  await renderTile(messageViewerTile, {}, { assetId: 0 });
  expect(screen.getByLabelText<HTMLInputElement>('Topic').value).toBe('');
});

test('says that a subscription was refused', async () => {
  hub.refusedFilters = new Set(['#']);
  await renderTile(messageViewerTile, { topic: '#' });
  press('Connect');
  await screen.findByText('Connected');
  press('Subscribe');
  expect(await screen.findByText('refused: not yours to see')).toBeDefined();
});

test.each([
  'wss://broker.evil.example/mqtt',
  'ws://localhost.evil.example/mqtt',
  'javascript:alert(1)',
  'tcp://x:1883',
])('%s is another broker, and is never opened', async (url) => {
  await renderTile(messageViewerTile, { url });
  expect(screen.getByText(/Only the portal’s own hub can be opened here/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' }).disabled).toBe(true);
  fireEvent.submit(screen.getByLabelText('Broker URL').closest('form') as HTMLFormElement);
  expect(hub.sockets).toHaveLength(0);
});

test('its editor writes what is offered at first', async () => {
  const { changes } = await renderEditor(messageViewerTile, {});
  fireEvent.change(screen.getByLabelText('Topic'), { target: { value: 'yard/assets/9/state' } });
  expect(changes.at(-1)).toMatchObject({ topic: 'yard/assets/9/state' });
});
