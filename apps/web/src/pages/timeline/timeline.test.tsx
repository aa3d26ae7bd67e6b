import { type assets, auth, events, permissionId, type timeline } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { renderApp } from '#testing/render-app.tsx';

let stub: PortalStub;
let asset: assets.Asset;
let entries: timeline.TimelineEntry[];

function anEntry(id: number, more: Partial<timeline.TimelineEntry>): timeline.TimelineEntry {
  return {
    key: `0-${id}`,
    kind: 'note',
    time: '2026-11-20T11:00:00.000Z',
    until: null,
    from: null,
    title: 'Note',
    state: '',
    text: '',
    user: 'ada',
    severity: null,
    length: null,
    id,
    eventDefinitionId: null,
    ...more,
  };
}

function aPortal(permissions: readonly number[] = [1]): void {
  asset = anAsset({ serialNumber: 'PMP-7', definition: 'Pump' });
  entries = [
    anEntry(1, { text: 'Seal looked at\nand found good', eventDefinitionId: 3 as never }),
    anEntry(2, { kind: 'alarm', title: 'Hot', state: 'acknowledged', severity: 7 }),
    anEntry(3, { kind: 'connection', title: 'Offline', until: '2026-11-20T11:05:00.000Z', user: 'telltale' }),
    anEntry(4, { kind: 'file', title: 'log.csv', state: 'uploaded', length: 2048 }),
    anEntry(5, { kind: 'command', title: 'pump.stop', state: 'delivered' }),
  ];
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on('GET /api/ef/assets', { body: [asset] })
    .on(`GET /api/ef/assets/${asset.assetId}`, { body: asset })
    .on(`GET /api/assets/${asset.assetId}`, { body: asset })
    .on(events.listEventDefinitions, { body: [] })
    .on(events.putEvents, { body: [] })
    .on(`GET /api/assets/${asset.assetId}/timeline`, ({ url }) => {
      const kinds = url.searchParams.get('kinds')?.split(',');
      const all = ['alarm', 'command', 'connection', 'file', 'note'];
      const found = entries.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
      return { body: { entries: found, next: null, kinds: all } };
    });
}

beforeEach(() => aPortal());

const asked = () => stub.requests.filter(({ url }) => url.pathname.endsWith('/timeline')).map(({ url }) => url.search);

describe('the timeline of an asset', () => {
  test('has everything in one list, and each entry leads to its thing', async () => {
    await renderApp(`/assets/${asset.assetId}/timeline`);
    const list = within(await screen.findByRole('list', { name: 'Timeline' }));
    const link = async (name: string) => (await list.findByRole('link', { name })).getAttribute('href');
    expect(await link('Seal looked at')).toBe(`/assets/${asset.assetId}/dashboard?t=2026-11-20T11%3A00%3A00Z`);
    expect(await link('Hot')).toContain('/dashboard?t=');
    expect(await link('log.csv')).toBe(`/files?asset=${asset.assetId}&search=log.csv`);
    expect(await link('pump.stop')).toBe(`/commands?asset=${asset.assetId}&command=5`);
    for (const text of ['and found good', 'acknowledged by ada', 'for 5 min', 'uploaded by ada · 2.0 KB']) {
      expect(list.getByText(text)).toBeTruthy();
    }
  });

  test('names the unit of what an edit has set', async () => {
    const text = '2 values set to 7';
    const causeNumbers = [{ start: 16, end: 17, dataItemId: 9 as never, unit: 'psi' }];
    entries = [
      anEntry(6, { kind: 'edit', title: 'Casing', state: 'edited', text, causeNumbers }),
      anEntry(7, { kind: 'edit', title: 'Mode', state: 'edited', text: '1 value set to auto' }),
    ];
    await renderApp(`/assets/${asset.assetId}/timeline`);
    expect(await screen.findByText('2 values set to 7 psi')).toBeTruthy();
    expect(screen.getByText('1 value set to auto')).toBeTruthy();
  });

  test('is narrowed by kind and text, which stand in the address', async () => {
    await renderApp(`/assets/${asset.assetId}/timeline?kinds=file`);
    expect(await screen.findByText('log.csv')).toBeTruthy();
    expect(screen.queryByText('Hot')).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Alarms' }));
    expect(await screen.findByText('Hot')).toBeTruthy();
    expect(new URLSearchParams(window.location.search).get('kinds')).toBe('alarm,file');
    fireEvent.change(screen.getByRole('textbox', { name: 'Search the timeline' }), { target: { value: ' seal ' } });
    await waitFor(() => expect(asked().at(-1)).toContain('text=seal'));
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain(
      'timeline/export?kinds=alarm%2Cfile&text=seal',
    );
  });

  test('says when nothing has happened, and why it cannot be had', async () => {
    entries = [];
    await renderApp(`/assets/${asset.assetId}/timeline`);
    expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy();
    aPortal();
    stub.on(`GET /api/assets/${asset.assetId}/timeline`, {
      status: 503,
      body: { error: { code: 'busy', message: 'The portal is busy.' } },
    });
    await renderApp(`/assets/${asset.assetId}/timeline`);
    expect(await screen.findByText('The timeline could not be loaded.')).toBeTruthy();
    expect(screen.getByText('The portal is busy.')).toBeTruthy();
  });

  test('takes notes, and has them worded anew', async () => {
    await renderApp(`/assets?panel=${asset.assetId}&panelTab=events`);
    const panel = within(await screen.findByRole('dialog', { name: 'PUMP PMP-7' }));
    fireEvent.click(await panel.findByRole('button', { name: 'Add note' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }));
    const send = () => stub.requests.findLast(({ method }) => method === 'PUT')?.body;
    fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: ' Oil changed ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(send()).toMatchObject([{ assetId: asset.assetId, cause: 'Oil changed' }]));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add note' })).toBeNull());
    fireEvent.click(await panel.findByRole('button', { name: 'Change Seal looked at' }));
    const change = within(await screen.findByRole('dialog', { name: 'Change note' }));
    fireEvent.change(change.getByRole('textbox', { name: 'Note' }), { target: { value: 'Seal changed' } });
    fireEvent.click(change.getByRole('button', { name: 'Save note' }));
    // Its time and kind are not named, and so stay.
    await waitFor(() => expect(send()).toEqual([{ assetId: asset.assetId, eventId: 1, cause: 'Seal changed' }]));
  });

  test('says what was said against a note, and keeps its text', async () => {
    stub.on(events.putEvents, { status: 403, body: { error: { code: 'forbidden', message: 'You may not.' } } });
    await renderApp(`/assets/${asset.assetId}/timeline`);
    fireEvent.click(await screen.findByRole('button', { name: 'Add note' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Note' }), { target: { value: 'Oil changed' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('You may not.');
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Oil changed');
  });

  test('offers only what the user may do', async () => {
    aPortal([permissionId('Assets', 'View'), permissionId('Events', 'View')]);
    await renderApp(`/assets/${asset.assetId}/timeline`);
    expect(await screen.findByText('Seal looked at')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Add note|Change/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Seal looked at' })).toBeNull();
  });
});
