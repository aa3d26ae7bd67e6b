import { assets, auth, find, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useUiStore } from '#actions/ui-store.ts';
import { aLogin, anAsset, PortalStub, type StubRequest } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const VIEWER = [6, 12, 54, 94, permissionId('Commands', 'View')];

interface World {
  permissions?: readonly number[];
  list?: assets.Asset[];
  answer?: (request: StubRequest) => { status?: number; body?: unknown };
}

async function openPalette({ permissions = VIEWER, list = [], answer = () => ({ body: [] }) }: World = {}) {
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: list })
    .on(find.findAnything, answer);
  await renderApp('/user-settings');
  await screen.findByRole('heading', { name: 'Settings' });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: /Search/ });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const press = (key: string) => fireEvent.keyDown(field, { key });
  return { stub, field, type, press };
}

const tile = (label: string, tileId: string): find.Found => ({
  kind: 'tile',
  label,
  detail: 'Hydraulics · Night shift · Pump 1',
  assetId: 5 as never,
  assetDefinitionId: 2 as never,
  dashboardId: 7 as never,
  tabId: 't 1',
  tileId,
});

const group = (kind: find.FoundKind, entries: find.Found[], hasMore = false): find.FoundGroup => ({
  kind,
  entries,
  hasMore,
});

describe('the palette', () => {
  it('says when the portal could not be searched, and still finds what is known here', async () => {
    const { type } = await openPalette({
      list: [anAsset({ alias: 'Pump 1' })],
      answer: () => ({ status: 500, body: { error: { code: 'failed', message: 'Out of order.' } } }),
    });
    type('pump');
    expect(await screen.findByText(/could not be searched. Out of order./)).toBeTruthy();
    expect(screen.getByRole('option', { name: /Pump 1/ })).toBeTruthy();
  });

  it('has what was typed before it was there', async () => {
    new PortalStub().on(auth.login, { body: aLogin(VIEWER) }).on(assets.listAssets, { body: [] });
    await renderApp('/user-settings');
    await screen.findByRole('heading', { name: 'Settings' });
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    for (const key of ['p', 'x', 'Backspace', 'u', 'Shift', 'm', 'p']) fireEvent.keyDown(document.body, { key });
    const field = await screen.findByRole('combobox', { name: /Search/ });
    await waitFor(() => expect(field).toHaveProperty('value', 'pump'));
    expect(fireEvent.keyDown(field, { key: 's' })).toBe(true);
  });

  it('asks the portal for nothing while nothing is typed', async () => {
    const { stub, type } = await openPalette();
    type('   ');
    type('qzx');
    await screen.findByText(/Nothing matches/);
    const asked = stub.requests.filter(({ url }) => url.pathname === find.findAnything.path);
    expect(asked.map(({ url }) => url.searchParams.get('text'))).toEqual(['qzx']);
  });

  it.each([
    ['tile', tile('Suction', 'g/1'), '/assets/5/dashboard/7/tile/g%2F1'],
    ['tab', { ...tile('Hydraulics', ''), kind: 'tab', tileId: undefined }, '/assets/5/dashboard?dashboardId=7&tab=t+1'],
    [
      'dashboard of a system',
      { ...tile('Line', ''), kind: 'dashboard', assetId: undefined, tabId: undefined, tileId: undefined, systemId: 3 },
      '/systems/3/dashboard?dashboardId=7',
    ],
    [
      'past alarm',
      {
        kind: 'pastAlarm',
        label: 'Hot',
        detail: 'Pump 1',
        assetId: 5,
        alarmDefinitionId: 2,
        raised: '2026-03-01T12:00:00.000Z',
      },
      '/assets/5/dashboard?t=2026-03-01T12%3A00%3A00Z',
    ],
    [
      'file of an asset',
      { kind: 'file', label: 'logs/may.csv', detail: 'Pump 1', fileId: 9, assetId: 5 },
      '/files?asset=5&search=logs%2Fmay.csv&file=9',
    ],
    ['file of none', { kind: 'file', label: 'a.bin', detail: '', fileId: 8 }, '/files?asset=none&search=a.bin&file=8'],
    ['asset group', { kind: 'assetGroup', label: 'North', detail: '', assetGroupId: 4 }, '/assets?group=4'],
    [
      'command, for who may only look',
      {
        kind: 'command',
        label: 'Open choke',
        detail: 'Pump',
        commandDefinitionId: 3,
        assetDefinitionId: 2,
        assetId: 5,
      },
      '/commands?template=Open+choke',
    ],
    ['system', { kind: 'system', label: 'Line', detail: '', systemId: 3 }, '/systems/3'],
  ])('opens a %s at its address', async (_what, found, address) => {
    const { type, press } = await openPalette({
      answer: () => ({ body: [group(found.kind as never, [found as never])] }),
    });
    type(found.label);
    await screen.findByRole('option', { name: new RegExp(found.label) });
    press('Enter');
    await waitFor(() => expect(currentAddress()).toBe(address));
  });

  it('begins a command, and shows what else there is of it, as far as the user may', async () => {
    const found = {
      kind: 'command',
      label: 'Open choke',
      detail: 'Pump',
      commandDefinitionId: 3,
      assetDefinitionId: 2,
    };
    const answer = () => ({ body: [group('command', [found as never])] });
    const { type, press } = await openPalette({ permissions: [...VIEWER, permissionId('Commands', 'Create')], answer });
    type('choke');
    await screen.findByRole('option', { name: /Open choke/ });
    press('ArrowRight');
    const lines = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(lines.map(({ textContent }) => textContent)).toEqual(['Those that were sent']);
    press('ArrowLeft');
    await screen.findByRole('option', { name: /Open choke/ });
    press('Enter');
    await waitFor(() => expect(currentAddress()).toBe('/commands?send=2&form=3'));
  });

  it('opens nothing that was found for other words, however fast it is typed', async () => {
    const { type, press, stub } = await openPalette({
      answer: () => ({ body: [group('tile', [tile('Suction', 'a'), tile('Discharge', 'b')], true)] }),
    });
    type('night');
    await screen.findByRole('option', { name: /Suction/ });
    type('night disch');
    const results = within(screen.getByRole('listbox', { name: 'Results' }));
    const lines = () => results.queryAllByRole('option').map(({ textContent }) => textContent);
    expect(lines()).toEqual([expect.stringContaining('Discharge'), 'More tiles']);
    type('night zzz');
    expect(lines()).toEqual([]);
    press('Enter');
    expect(currentAddress()).toBe('/user-settings');
    // What the portal finds for them stands whatever its line says.
    await waitFor(() => expect(stub.requests.at(-1)?.url.searchParams.get('text')).toBe('night zzz'));
    await screen.findByRole('option', { name: /Suction/ });
  });

  it('tells past alarms of one name apart by when they were raised', async () => {
    const past = { kind: 'pastAlarm', label: 'Hot', detail: 'Pump 1', assetId: 5, alarmDefinitionId: 2 };
    const all = ['2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'].map(
      (raised) => ({ ...past, raised }) as never,
    );
    const { type } = await openPalette({ answer: () => ({ body: [group('pastAlarm', all)] }) });
    type('hot');
    expect(await screen.findByRole('option', { name: /Pump 1 · 2026-03-01/ })).toBeTruthy();
    expect(screen.getByRole('option', { name: /Pump 1 · 2026-03-02/ })).toBeTruthy();
  });

  it('leaves out what the user has no page for', async () => {
    const user = { kind: 'user', label: 'ada', detail: '', userId: 3 } as never;
    const { type } = await openPalette({ answer: () => ({ body: [group('user', [user])] }) });
    type('ada');
    expect(await screen.findByText('Nothing matches ‘ada’.')).toBeTruthy();
  });

  it('lists one kind page by page, and goes back to all of them, by keyboard', async () => {
    const { type, press, field } = await openPalette({
      answer: ({ url }) => {
        const offset = Number(url.searchParams.get('offset'));
        const isOneKind = url.searchParams.get('kind') === 'tile';
        if (!isOneKind) return { body: [group('tile', [tile('Suction 0', 'a')], true)] };
        return { body: [group('tile', [tile(`Suction at ${offset}`, `t${offset}`)], offset === 0)] };
      },
    });
    type('suction');
    await screen.findByRole('option', { name: /More tiles/ });
    press('ArrowUp');
    press('Enter');
    await screen.findByRole('option', { name: /Suction at 0/ });
    fireEvent.click(screen.getByRole('option', { name: /More tiles/ }));
    await screen.findByRole('option', { name: /Suction at 50/ });
    expect(screen.queryByRole('option', { name: /More tiles/ })).toBeNull();
    (field as HTMLInputElement).setSelectionRange(0, 0);
    press('Backspace');
    await screen.findByRole('option', { name: /Suction 0/ });
  });

  it.each([
    ['Its details', [...VIEWER, permissionId('Attributes', 'View')]],
    ['Edit it', [...VIEWER, permissionId('Attributes', 'View'), permissionId('Assets', 'Modify')]],
  ])('offers the panel of an asset as %s to who may do no more and no less there', async (name, permissions) => {
    const { type, press } = await openPalette({ permissions, list: [anAsset({ alias: 'Pump 1' })] });
    type('pump');
    await screen.findByRole('option', { name: /Pump 1/ });
    press('ArrowRight');
    const offered = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toContain(name);
  });

  it('shows what else can be done with an asset, and no more than the user may', async () => {
    const list = [anAsset({ alias: 'Pump 1' })];
    const { type, press } = await openPalette({ list });
    type('pump');
    await screen.findByRole('option', { name: /Pump 1/ });
    press('ArrowRight');
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Show it in the list', 'Its files', 'Its timeline', 'Its commands']);
    press('ArrowLeft');
    expect(await screen.findByRole('option', { name: /Pump 1/ })).toBeTruthy();
    press('ArrowRight');
    // A finger has no key to the left.
    fireEvent.click(screen.getByRole('button', { name: '← back to what was found' }));
    expect(await screen.findByRole('option', { name: /Pump 1/ })).toBeTruthy();
    press('ArrowRight');
    press('ArrowDown');
    press('Enter');
    await waitFor(() => expect(useUiStore.getState().filePanel).toBe(list[0]?.assetId));
  });

  it('downloads a file, or shows all of its asset, where that is wanted instead', async () => {
    const file = { kind: 'file', label: 'may.csv', detail: 'Pump 1', fileId: 9, assetId: 5 } as never;
    const { type, press } = await openPalette({ answer: () => ({ body: [group('file', [file])] }) });
    type('may');
    await screen.findByRole('option', { name: /may.csv/ });
    press('ArrowRight');
    const others = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(others.map(({ textContent }) => textContent)).toEqual(['Download it', 'All files of the asset']);
    press('ArrowDown');
    press('Enter');
    await waitFor(() => expect(useUiStore.getState().filePanel).toBe(5));
  });

  it('finds a setting by other words for it', async () => {
    const scrolled = vi.fn();
    Element.prototype.scrollIntoView = scrolled;
    const { type, press } = await openPalette();
    type('second factor');
    expect(screen.getByRole('option', { name: 'Two-step login' })).toBeTruthy();
    press('Enter');
    await waitFor(() => expect(window.location.hash).toBe('#two-step-heading'));
    expect(screen.queryByRole('option', { name: 'Admin units' })).toBeNull();
  });

  it('finds an asset among 20,000 while they are still being taken up', async () => {
    const list = Array.from({ length: 20_000 }, (_, at) => anAsset({ alias: `Pump ${at} of the field` }));
    const { type } = await openPalette({ list });
    type('19998');
    expect(await screen.findByRole('option', { name: /Pump 19998/ })).toBeTruthy();
  });
});
