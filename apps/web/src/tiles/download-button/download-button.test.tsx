import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { downloadButtonTile } from './tile.ts';

const saved: { name: string; text: Promise<string> }[] = [];
let content: Blob;

beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = (blob) => {
    content = blob as Blob;
    return 'blob:x';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: content.text() });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answer = (response: () => Response | Promise<Response>) => {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return response();
  });
  return asked;
};

test('saves what the portal answers under the configured name', async () => {
  const asked = answer(() => new Response('a,b\n1,2'));
  const bag = { fetch: { url: '/api/ef/assets' }, filename: '{{asset.serialNumber}}/x.csv', text: 'Get it' };
  await renderTile(downloadButtonTile, bag);
  fireEvent.click(screen.getByRole('button', { name: 'Get it' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('PMP-0007_x.csv');
  expect(await saved[0]?.text).toBe('a,b\n1,2');
  expect(asked[0]?.url).toBe('/api/ef/assets');
});

test('shows that it is busy until the answer is there', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(() => promise);
  await renderTile(downloadButtonTile, { fetch: { url: '/api/ef/assets' } });
  const button = screen.getByRole('button', { name: 'Download' });
  fireEvent.click(button);
  expect(button.dataset.loading).toBe('true');
  await act(async () => resolve(new Response('x')));
  await waitFor(() => expect(button.dataset.loading).toBeUndefined());
});

test.each([
  [{}, 'No Fetch configured'],
  [{ fetch: { url: '/api/commands', method: 'POST', body: '[{}]' } }, 'A tile can only read from the portal'],
  [{ url: '/api/auth/logout' }, 'A tile can only read from the portal'],
  [{ fetch: { url: 'javascript:alert(1)' } }, 'Only addresses that begin with http'],
])('%j sends nothing and says why', async (bag, words) => {
  const asked = answer(() => new Response('x'));
  await renderTile(downloadButtonTile, bag);
  fireEvent.click(screen.getByRole('button'));
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(asked).toEqual([]);
  expect(saved).toEqual([]);
});

test('an icon that nobody knows is the usual one', () => {
  expect(settingsOf(downloadButtonTile, { icon: 'constructor' })).toMatchObject({ icon: 'constructor' });
});

test('its editor writes text, name and request, and tries the request', async () => {
  answer(() => Response.json([{ a: 1 }]));
  const broughtIntoSight = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { changes } = await renderEditor(downloadButtonTile, {});
  fireEvent.click(screen.getByRole('button', { name: 'Test request' }));
  expect((await screen.findByRole('alert')).textContent).toBe('No Fetch configured');
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: '/api/ef/assets' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add header' }));
  fireEvent.change(screen.getByLabelText('Name of header 1'), { target: { value: 'Accept' } });
  expect(changes.at(-1)).toMatchObject({
    fetch: { url: '/api/ef/assets', headers: [{ name: 'Accept', value: '' }] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Test request' }));
  expect((await screen.findByRole('status')).textContent).toContain('"a": 1');
  expect(broughtIntoSight.mock.contexts.at(-1)).toBe(screen.getByRole('status').parentElement);
});
