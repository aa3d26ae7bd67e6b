import { assets, auth, operations } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

const entry = (journalId: number, differences: Partial<operations.JournalEntry> = {}): operations.JournalEntry => ({
  journalId,
  time: '2026-11-20T12:00:00.000Z',
  kind: 'access',
  assetId: null,
  user: 'ann',
  address: '10.0.0.7',
  what: `change ${journalId}`,
  before: null,
  after: null,
  ...differences,
});

function portal(permissions: readonly number[] = [1]) {
  const pump = anAsset({ alias: 'Pump 7' });
  const asked: URLSearchParams[] = [];
  const stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on(assets.listAssets, { body: [pump] })
    .on(operations.listJournalKinds, { body: ['access', 'attribute'] })
    .on(operations.listJournal, ({ url }) => {
      asked.push(url.searchParams);
      if (url.searchParams.get('cursor') === '5-5')
        return { body: { total: null, isAtLeast: false, entries: [entry(4)], next: null } };
      const changed = entry(5, {
        kind: 'attribute',
        what: 'attribute pingrate changed',
        assetId: pump.assetId,
        before: { pingrate: 60, config: '{"tabs":["a"]}' },
        after: { pingrate: 30, config: '{"tabs":["b"]}' },
      });
      return { body: { total: 2, isAtLeast: false, entries: [changed], next: '5-5' } };
    });
  return { stub, asked, pump };
}

describe('the audit page', () => {
  it('is for administrators', async () => {
    portal([6, 12]);
    await renderApp('/audit');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
  });

  it('shows who did what to which asset, and what was before and after', async () => {
    portal();
    await renderApp('/audit');
    const row = await screen.findByRole('row', { name: /attribute pingrate changed/ });
    await within(row).findByText('Pump 7');
    expect(within(row).getByText('ann')).toBeTruthy();
    expect(screen.getByText('1 of 2 entries')).toBeTruthy();
    fireEvent.click(row);
    const panel = await screen.findByRole('dialog', { name: 'attribute pingrate changed' });
    expect(within(panel).getByText('ann from 10.0.0.7')).toBeTruthy();
    const changes = within(within(panel).getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
    expect(changes.map(({ textContent }) => textContent)).toEqual(['~pingrate6030', '~config › tabs › 0ab']);
  });

  it('loads more by the cursor of the page before', async () => {
    const { asked } = portal();
    await renderApp('/audit');
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('row', { name: /change 4/ })).toBeTruthy();
    expect(screen.getByText('2 of 2 entries')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(asked.map((query) => query.get('cursor'))).toEqual([null, '5-5']);
  });

  it('keeps the filter in the address, sends it, and exports what it leaves', async () => {
    const { asked, pump } = portal();
    await renderApp(`/audit?user=ann&asset=${pump.assetId}&from=2026-11-20T00:00:00.000Z`);
    await screen.findByRole('row', { name: /pingrate/ });
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
      user: 'ann',
      assetId: String(pump.assetId),
      from: '2026-11-20T00:00:00.000Z',
      limit: '200',
    });
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'ping' } });
    await waitFor(() => expect(currentAddress()).toContain('text=ping'));
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    const link = await screen.findByRole('menuitem', { name: 'As CSV' });
    expect(link.getAttribute('href')).toBe(
      `/api/journal/export?user=ann&assetId=${pump.assetId}&text=ping&from=2026-11-20T00%3A00%3A00.000Z&format=csv`,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(currentAddress()).toBe('/audit'));
    expect(screen.getByLabelText('User')).toHaveProperty('value', '');
  });

  it('names what was made and leads to it, on a phone too, and says where counting ended', async () => {
    const { stub } = portal();
    const after = { assetDefinitionId: 7, assetDefinitionName: 'Booster pump', alias: '' };
    const made = entry(6, { kind: 'definition', what: 'created', after });
    stub.on(operations.listJournal, { body: { total: 10_000, isAtLeast: true, entries: [made], next: null } });
    window.innerWidth = 390;
    await renderApp('/audit?text=created');
    const row = await screen.findByRole('row', { name: /created ?Booster pump/ });
    expect(within(row).getAllByRole('cell')).toHaveLength(1);
    expect(screen.getByText('1 of more than 10,000 entries')).toBeTruthy();
    fireEvent.click(row);
    const panel = within(await screen.findByRole('dialog', { name: 'created' }));
    const link = panel.getByRole('link', { name: 'Booster pump' });
    expect(link.getAttribute('href')).toBe('/configuration/assetdefinitions/7');
    window.innerWidth = 1_440;
  });

  it('narrows to what an entry is about', async () => {
    const { pump } = portal();
    await renderApp('/audit');
    fireEvent.click(await screen.findByRole('row', { name: /pingrate/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'All of this asset' }));
    await waitFor(() => expect(currentAddress()).toBe(`/audit?asset=${pump.assetId}`));
  });
});
