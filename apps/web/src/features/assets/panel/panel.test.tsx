import { QueryClient } from '@tanstack/react-query';
import { adminIdSchema, type assets, auth, ownership } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { setUi } from '#actions/ui-store.ts';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { useToastStore } from '#ui/feedback/toast.ts';

const NOW = '2026-11-20T12:00:00.000Z';
let stub: PortalStub;
let asset: assets.Asset;
let attributes: assets.Attribute[];
type Details = assets.AssetDetails & { expected: assets.AssetDetails };

/** A portal with one asset, which keeps what is changed. */
function aPortal(permissions: readonly number[] = [1]): void {
  asset = anAsset({ alias: 'Pump 7', serialNumber: 'PMP-7', definition: 'Pump station' });
  const { assetId } = asset;
  attributes = [
    { assetId, attributeName: 'Station', attributeValue: 'North' },
    { assetId, attributeName: 'note', attributeValue: 'x'.repeat(40) },
  ];
  const path = `/api/assets/${assetId}`;
  stub = new PortalStub()
    .on(auth.login, { body: aLogin(permissions) })
    .on('GET /api/ef/assets', { body: [asset] })
    .on(`GET /api/ef/assets/${assetId}`, () => ({ body: { ...asset, attributes } }))
    .on(`PUT /api/ef/assets/${assetId}/details` as 'GET /', ({ body }) => {
      const { expected: _seen, pingrate, coordinates, ...texts } = body as Details;
      const others = attributes.filter(({ attributeName }) => attributeName !== 'pingrate');
      const limit = pingrate ? [{ assetId, attributeName: 'pingrate', attributeValue: pingrate }] : [];
      if (pingrate !== undefined) attributes = [...others, ...limit];
      if (coordinates !== undefined) {
        asset = { ...asset, currentCoordinates: coordinates && { ...coordinates, set: NOW } };
      }
      asset = { ...asset, ...(texts as Partial<assets.Asset>) } as assets.Asset;
      return { body: asset };
    })
    .on(`PUT ${path}/attributes` as 'GET /', ({ body }) => {
      const { attributeName, attributeValue } = body as assets.Attribute;
      attributes = attributes.map((one) => (one.attributeName === attributeName ? { ...one, attributeValue } : one));
      return { body };
    })
    .on(`POST ${path}/attributes` as 'GET /', ({ body }) => {
      attributes = [...attributes, { assetId, ...(body as { attributeName: string; attributeValue: string }) }];
      return { body };
    })
    .on(`DELETE ${path}/attributes/Station`, () => {
      attributes = attributes.filter(({ attributeName }) => attributeName !== 'Station');
      return { body: { attributeName: 'Station' } };
    });
}

const sent = (method: string) => stub.requests.filter((request) => request.method === method);

beforeEach(() => aPortal());

describe('the asset panel', () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  beforeEach(() => queryClient.clear());

  async function openPanel(tab?: string) {
    await renderApp('/assets', queryClient);
    setUi({ assetPanel: asset.assetId });
    const panel = await screen.findByRole('dialog', { name: 'PUMP STATION PMP-7' });
    if (tab !== undefined) {
      fireEvent.click(within(panel).getByRole('tab', { name: tab }));
      await within(panel).findByRole('tabpanel', { name: tab });
    }
    return panel;
  }

  test('gives the asset to another admin unit, where the portal says whose it is', async () => {
    asset = { ...asset, adminId: adminIdSchema.parse(1) };
    stub.on(ownership.listAdminUnits, {
      body: [
        { adminId: 1, adminName: 'Headquarters', parentAdminId: null },
        { adminId: 2, adminName: 'North', parentAdminId: 1 },
      ],
    });
    const panel = await openPanel();
    const field = await within(panel).findByLabelText('Admin unit');
    await within(field).findByText('North');
    fireEvent.change(field, { target: { value: '2' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(sent('PUT')[0]?.body).toMatchObject({ adminId: 2 }));
  });

  test('does not ask whose the asset is where one may not give it away', async () => {
    expect(within(await openPanel()).queryByLabelText('Admin unit')).toBeNull();
  });

  test('shows details and link; attributes with their values cut to 30 characters', async () => {
    const panel = await openPanel();
    expect((within(panel).getByLabelText('Alias') as HTMLInputElement).value).toBe('Pump 7');
    expect(within(panel).getByLabelText('Mark offline after').getAttribute('placeholder')).toBe('120000');
    expect(within(panel).getByText(`/assets/${asset.assetId}/dashboard`)).toBeTruthy();
    fireEvent.click(within(panel).getByRole('tab', { name: 'Attributes' }));
    expect(await within(panel).findByText(`${'x'.repeat(30)}…`)).toBeTruthy();
  });

  test('keeps its asset and its tab in the address, and opens from there', async () => {
    const panel = await openPanel('Attributes');
    expect(currentAddress()).toBe(`/assets?panel=${asset.assetId}&panelTab=attributes`);
    fireEvent.keyDown(panel, { key: 'Escape' });
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    await renderApp(`/assets?panel=${asset.assetId}&panelTab=attributes`);
    const reopened = await screen.findByRole('dialog', { name: 'PUMP STATION PMP-7' });
    expect(await within(reopened).findByRole('tabpanel', { name: 'Attributes' })).toBeTruthy();
  });

  test('an asset without attributes says so', async () => {
    attributes = [];
    expect(within(await openPanel('Attributes')).getByText('There are no attributes yet.')).toBeTruthy();
  });

  test('offers no tab for what one may not see, also when the address names it', async () => {
    aPortal([6]);
    await renderApp(`/assets?panel=${asset.assetId}&panelTab=files`);
    const panel = await screen.findByRole('dialog', { name: 'PUMP STATION PMP-7' });
    const tabs = within(panel).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Details', 'Timeline', 'Connection']);
    expect(within(panel).getByLabelText('Alias')).toBeTruthy();
  });

  test('sends what was changed, and nothing else', async () => {
    const panel = await openPanel();
    fireEvent.change(within(panel).getByLabelText('Alias'), { target: { value: 'Pump 8' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Asset updated.')).toBeTruthy();
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ assetAlias: 'Pump 8', expected: { assetAlias: 'Pump 7' } }]);
    expect(sent('POST')).toEqual([]);
  });

  describe('where somebody else changes the details that are being edited', () => {
    const type = (panel: HTMLElement, label: string, value: string) =>
      fireEvent.change(within(panel).getByLabelText(label), { target: { value } });
    const update = (panel: HTMLElement) => fireEvent.click(within(panel).getByRole('button', { name: 'Update' }));
    const notice = (panel: HTMLElement) => within(panel).findByRole('alert', { name: 'Changed by somebody else' });

    test('both texts are shown, and one’s own are stored only when told so', async () => {
      stub.on(`PUT /api/ef/assets/${asset.assetId}/details` as 'GET /', ({ body }) => {
        const { expected, ...given } = body as assets.Asset & { expected: { assetAlias: string } };
        if (expected.assetAlias !== asset.assetAlias) {
          return { status: 409, body: { error: { code: 'conflict', message: 'The asset was changed meanwhile.' } } };
        }
        asset = { ...asset, ...given };
        return { body: asset };
      });
      const panel = await openPanel();
      type(panel, 'Alias', 'Pump 8');
      asset = { ...asset, assetAlias: 'Pump 9', description: 'by the road' };
      update(panel);
      expect(await screen.findByText('The asset was changed meanwhile.')).toBeTruthy();
      const told = await notice(panel);
      expect(within(told).getByRole('row', { name: 'Alias Pump 9 Pump 8' })).toBeTruthy();
      // What nobody edits here follows the asset, and is no question.
      expect(within(panel).getByLabelText('Description')).toHaveProperty('value', 'by the road');
      expect(within(told).queryByRole('row', { name: /Description/ })).toBeNull();
      expect(within(panel).getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(true);
      fireEvent.click(within(told).getByRole('button', { name: 'Save mine' }));
      expect(await screen.findByText('Asset updated.')).toBeTruthy();
      expect(asset.assetAlias).toBe('Pump 8');
      expect(within(panel).queryByRole('alert', { name: 'Changed by somebody else' })).toBeNull();
    });

    test('theirs are taken without a call, and told as soon as the panel knows of them', async () => {
      const { assetId } = asset;
      const panel = await openPanel();
      type(panel, 'Mark offline after', '5000');
      type(panel, 'Description', 'mine');
      attributes = [...attributes, { assetId, attributeName: 'PingRate', attributeValue: '90000' }];
      await queryClient.invalidateQueries();
      const told = await notice(panel);
      expect(within(told).getByRole('row', { name: 'Mark offline after 90000 5000' })).toBeTruthy();
      fireEvent.click(within(told).getByRole('button', { name: 'Take theirs' }));
      expect(within(panel).getByLabelText('Mark offline after')).toHaveProperty('value', '90000');
      expect(within(panel).getByLabelText('Description')).toHaveProperty('value', 'mine');
      expect([...sent('PUT'), ...sent('DELETE')]).toEqual([]);
    });

    test('the notice says it alone: a message would lie on it', async () => {
      useToastStore.setState({ toasts: [] });
      const details = { assetAlias: 'Pump 9', description: '' };
      stub.on(`PUT /api/ef/assets/${asset.assetId}/details` as 'GET /', {
        status: 409,
        body: { error: { code: 'conflict', message: 'The asset was changed meanwhile.', details } },
      });
      const panel = await openPanel();
      type(panel, 'Alias', 'Pump 8');
      asset = { ...asset, assetAlias: 'Pump 9' };
      update(panel);
      expect(within(await notice(panel)).getByRole('row', { name: 'Alias Pump 9 Pump 8' })).toBeTruthy();
      expect(screen.queryByText('The asset was changed meanwhile.')).toBeNull();
    });

    test('a place is set by who has seen where the asset stands, and shown beside theirs otherwise', async () => {
      const set = '2026-11-20T12:00:00.000Z';
      asset = { ...asset, currentCoordinates: { latitude: 1, longitude: 2, set } };
      const panel = await openPanel();
      type(panel, 'Latitude', '30');
      asset = { ...asset, currentCoordinates: { latitude: 5, longitude: 2, set } };
      await queryClient.invalidateQueries();
      const told = await notice(panel);
      expect(within(told).getByRole('row', { name: 'Latitude 5 30' })).toBeTruthy();
      expect(within(told).queryByRole('row', { name: /^Longitude/ })).toBeNull();
      fireEvent.click(within(told).getByRole('button', { name: 'Save mine' }));
      await waitFor(() =>
        expect(sent('PUT')[0]?.body).toEqual({
          coordinates: { latitude: 30, longitude: 2 },
          expected: { coordinates: { latitude: 5, longitude: 2 } },
        }),
      );
    });

    test('a limit that is set or taken back says what was seen', async () => {
      const { assetId } = asset;
      const panel = await openPanel();
      type(panel, 'Mark offline after', '5000');
      update(panel);
      expect(await screen.findByText('Asset updated.')).toBeTruthy();
      expect(sent('PUT')[0]?.body).toEqual({ pingrate: '5000', expected: { pingrate: null } });
      attributes = [{ assetId, attributeName: 'pingrate', attributeValue: '7000' }];
      await queryClient.invalidateQueries();
      await waitFor(() => expect(within(panel).getByLabelText('Mark offline after')).toHaveProperty('value', '7000'));
      type(panel, 'Mark offline after', '');
      update(panel);
      await waitFor(() => expect(sent('PUT')[1]?.body).toEqual({ pingrate: null, expected: { pingrate: '7000' } }));
    });

    test('what one has saved is theirs to nobody, and one’s own wait for what is wrong elsewhere', async () => {
      const panel = await openPanel();
      type(panel, 'Alias', 'Pump 8');
      type(panel, 'Latitude', '95');
      asset = { ...asset, assetAlias: 'Pump 9' };
      await queryClient.invalidateQueries();
      fireEvent.click(within(await notice(panel)).getByRole('button', { name: 'Save mine' }));
      await waitFor(() => expect(within(panel).queryByRole('alert', { name: /Changed/ })).toBeNull());
      expect(sent('PUT')).toEqual([]);
      expect(within(panel).getByLabelText('Alias')).toHaveProperty('value', 'Pump 8');
      // It has come to what was typed: who types on has seen it.
      asset = { ...asset, assetAlias: 'Pump 8' };
      await queryClient.invalidateQueries();
      type(panel, 'Alias', 'Pump 8b');
      expect(within(panel).queryByRole('alert', { name: /Changed/ })).toBeNull();
    });
  });

  test('names the unit of the limit while none is set', async () => {
    const panel = await openPanel();
    expect(within(panel).getByLabelText('Mark offline after')).toHaveProperty('value', '');
    expect(within(panel).getByText('milliseconds')).toBeTruthy();
  });

  test('takes an emptied limit and an emptied position back, and shows them empty', async () => {
    const { assetId } = asset;
    attributes = [...attributes, { assetId, attributeName: 'pingrate', attributeValue: '5000' }];
    asset = { ...asset, currentCoordinates: { latitude: 30, longitude: -102, set: NOW } };
    const panel = await openPanel();
    const empty = (label: string) => fireEvent.change(within(panel).getByLabelText(label), { target: { value: '' } });
    const update = within(panel).getByRole<HTMLButtonElement>('button', { name: 'Update' });
    empty('Latitude');
    expect(update.disabled).toBe(true);
    empty('Longitude');
    empty('Mark offline after');
    fireEvent.click(update);
    expect(await screen.findByText('Asset updated.')).toBeTruthy();
    expect(sent('PUT').map(({ body }) => body)).toEqual([
      {
        pingrate: null,
        coordinates: null,
        expected: { pingrate: '5000', coordinates: { latitude: 30, longitude: -102 } },
      },
    ]);
    expect(sent('DELETE')).toEqual([]);
    expect(sent('POST')).toEqual([]);
    await waitFor(() => expect(update.disabled).toBe(true));
  });

  test('names degrees that are none in their own place, and sends nothing of the form (nothing half-applied)', async () => {
    asset = { ...asset, currentCoordinates: { latitude: 30, longitude: -102, set: NOW } };
    const panel = await openPanel();
    const type = (label: RegExp, value: string) =>
      fireEvent.change(within(panel).getByLabelText(label), { target: { value } });
    type(/^Alias/, 'Pump 8');
    type(/^Latitude/, '95');
    type(/^Longitude/, '-180.5');
    expect(within(panel).getByText('Degrees from -90 to 90, as 31.9686.')).toBeTruthy();
    expect(within(panel).getByText('Degrees from -180 to 180, as -102.0779.')).toBeTruthy();
    expect(within(panel).getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(true);
    fireEvent.keyDown(within(panel).getByLabelText(/^Latitude/), { key: 'Enter' });
    expect([...sent('PUT'), ...sent('POST')]).toEqual([]);
  });

  test('follows an asset that moves, and sends no place that nobody typed', async () => {
    asset = { ...asset, currentCoordinates: { latitude: 30.123456789, longitude: -102, set: NOW } };
    const panel = await openPanel();
    const update = within(panel).getByRole<HTMLButtonElement>('button', { name: 'Update' });
    expect(update.disabled).toBe(true);
    asset = { ...asset, currentCoordinates: { latitude: 31, longitude: -103, set: NOW } };
    await queryClient.invalidateQueries();
    await waitFor(() => expect(within(panel).getByLabelText('Latitude')).toHaveProperty('value', '31'));
    expect(update.disabled).toBe(true);
    fireEvent.change(within(panel).getByLabelText('Alias'), { target: { value: 'Pump 8' } });
    fireEvent.click(update);
    expect(await screen.findByText('Asset updated.')).toBeTruthy();
    expect(sent('PUT')).toHaveLength(1);
    expect(sent('POST')).toEqual([]);
  });

  test('is one call, whatever was changed, and keeps what was typed where that is refused', async () => {
    const panel = await openPanel();
    stub.on(`PUT /api/ef/assets/${asset.assetId}/details` as 'GET /', {
      status: 503,
      body: { error: { code: 'busy', message: 'The portal is busy.' } },
    });
    const type = (label: RegExp, value: string) =>
      fireEvent.change(within(panel).getByLabelText(label), { target: { value } });
    type(/^Alias/, 'Pump 8');
    type(/^Latitude/, '30');
    type(/^Longitude/, '-102');
    type(/^Mark offline/, '9000');
    fireEvent.click(within(panel).getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('The portal is busy.')).toBeTruthy();
    const coordinates = { latitude: 30, longitude: -102 };
    expect(sent('PUT').map(({ body }) => body)).toEqual([
      {
        ...{ assetAlias: 'Pump 8', pingrate: '9000', coordinates },
        expected: { assetAlias: 'Pump 7', pingrate: null, coordinates: null },
      },
    ]);
    expect(within(panel).getByLabelText('Latitude')).toHaveProperty('value', '30');
    expect(within(panel).getByLabelText('Alias')).toHaveProperty('value', 'Pump 8');
  });

  test('asks before another tab or the end of the panel takes what was typed', async () => {
    const panel = await openPanel();
    fireEvent.change(within(panel).getByLabelText('Alias'), { target: { value: 'Pump 8' } });
    fireEvent.click(within(panel).getByRole('tab', { name: 'Attributes' }));
    const answer = async (name: 'Leave' | 'Cancel') => {
      const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
      fireEvent.click(within(question).getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    };
    await answer('Cancel');
    expect(within(panel).getByLabelText('Alias')).toHaveProperty('value', 'Pump 8');
    fireEvent.keyDown(panel, { key: 'Escape' });
    await answer('Cancel');
    expect(within(panel).getByLabelText('Alias')).toHaveProperty('value', 'Pump 8');
    fireEvent.keyDown(panel, { key: 'Escape' });
    await answer('Leave');
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    expect(screen.queryByRole('dialog', { name: 'PUMP STATION PMP-7' })).toBeNull();
    // Nothing typed, nothing asked.
    const again = await openPanel();
    fireEvent.click(within(again).getByRole('tab', { name: 'Attributes' }));
    expect(await within(again).findByRole('tabpanel', { name: 'Attributes' })).toBeTruthy();
  });

  test('says so where one may set a limit and a position but not take them back', async () => {
    aPortal([6, 50, 48, 52]);
    const { assetId } = asset;
    attributes = [...attributes, { assetId, attributeName: 'pingrate', attributeValue: '5000' }];
    asset = { ...asset, currentCoordinates: { latitude: 30, longitude: -102, set: NOW } };
    const panel = await openPanel();
    fireEvent.change(within(panel).getByLabelText(/^Mark offline after/), { target: { value: '' } });
    expect(within(panel).getByText('You may change it, but not take it back.')).toBeTruthy();
    expect(within(panel).getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(true);
  });

  describe('where the device writes an attribute that is being edited', () => {
    const putPath = () => `PUT /api/assets/${asset.assetId}/attributes` as 'GET /';
    /** A portal as it is: what was not seen is not overwritten. */
    function refuseUnseen(): void {
      stub.on(putPath(), ({ body }) => {
        const { expectedValue, ...given } = body as assets.Attribute & { expectedValue: string | null };
        const stands = attributes.find((one) => one.attributeName === given.attributeName);
        if ((stands?.attributeValue ?? null) !== expectedValue) {
          const message = `The attribute ${given.attributeName} was changed meanwhile.`;
          return { status: 409, body: { error: { code: 'conflict', message } } };
        }
        const others = attributes.filter((one) => one !== stands);
        attributes = [...others, { ...given, assetId: asset.assetId }];
        return { body: given };
      });
    }
    const write = (attributeValue: string) => {
      attributes = attributes.map((one) => (one.attributeName === 'Station' ? { ...one, attributeValue } : one));
    };
    async function edit(text: string) {
      const panel = await openPanel('Attributes');
      fireEvent.click(within(panel).getByRole('button', { name: 'Edit Station' }));
      fireEvent.change(within(panel).getByLabelText('Value of Station'), { target: { value: text } });
      return panel;
    }
    const save = (panel: HTMLElement) => fireEvent.click(within(panel).getByRole('button', { name: 'Save Station' }));

    test('both values are shown, and one’s own is stored only when told so', async () => {
      refuseUnseen();
      const panel = await edit('West');
      write('South');
      save(panel);
      const notice = await within(panel).findByRole('alert', { name: 'Changed by somebody else' });
      expect(within(notice).getByRole('row', { name: 'Station South West' })).toBeTruthy();
      expect(attributes).toContainEqual(expect.objectContaining({ attributeValue: 'South' }));
      fireEvent.keyDown(within(panel).getByLabelText('Value of Station'), { key: 'Enter' });
      expect(sent('PUT')).toHaveLength(1);
      fireEvent.click(within(notice).getByRole('button', { name: 'Save mine' }));
      expect(await within(panel).findByText('West')).toBeTruthy();
      expect(sent('PUT').map(({ body }) => (body as { expectedValue: string }).expectedValue)).toEqual([
        'North',
        'South',
      ]);
    });

    test('theirs is taken without a call, and told as soon as the panel knows of it', async () => {
      const panel = await edit('West');
      write('South');
      await queryClient.invalidateQueries();
      fireEvent.click(await within(panel).findByRole('button', { name: 'Take theirs' }));
      expect(within(panel).getByText('South')).toBeTruthy();
      expect(sent('PUT')).toEqual([]);
    });

    test('what is typed outlives the attribute, and can make it anew', async () => {
      refuseUnseen();
      const panel = await edit('West');
      attributes = attributes.filter(({ attributeName }) => attributeName !== 'Station');
      save(panel);
      const notice = await within(panel).findByRole('alert', { name: 'Changed by somebody else' });
      expect(within(notice).getByRole('row', { name: 'Station (deleted) West' })).toBeTruthy();
      fireEvent.click(within(notice).getByRole('button', { name: 'Save mine' }));
      expect(await within(panel).findByText('West')).toBeTruthy();
      expect(sent('PUT')[1]?.body).toMatchObject({ attributeValue: 'West', expectedValue: null });
    });

    test('it is deleted only as it was when that was asked', async () => {
      const message = 'The attribute Station was changed meanwhile.';
      const body = { error: { code: 'conflict', message } };
      stub.on(`DELETE /api/assets/${asset.assetId}/attributes/Station`, { status: 409, body });
      const panel = await openPanel('Attributes');
      fireEvent.click(within(panel).getByRole('button', { name: 'Delete Station' }));
      const remove = await screen.findByRole('button', { name: 'Delete' });
      write('South');
      await queryClient.invalidateQueries();
      await within(panel).findByText('South');
      fireEvent.click(remove);
      expect(await screen.findByText(message)).toBeTruthy();
      expect(sent('DELETE').map((request) => request.body)).toEqual([{ expectedValue: 'North' }]);
    });

    test('one that is made over another is refused too', async () => {
      const panel = await openPanel('Attributes');
      const form = within(panel).getByRole('form', { name: 'Create attribute' });
      fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Area' } });
      fireEvent.click(within(form).getByRole('button', { name: 'Create' }));
      await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ expectedValue: null }));
    });
  });

  test('searches hundreds of attributes, and keeps in sight what is being edited', async () => {
    const { assetId } = asset;
    const numbered = (number: number) => ({ attributeName: `Setting ${number}`, attributeValue: `${number} psi` });
    attributes = [...attributes, ...Array.from({ length: 240 }, (_, index) => ({ assetId, ...numbered(index) }))];
    const panel = await openPanel('Attributes');
    fireEvent.click(within(panel).getByRole('button', { name: 'Edit Station' }));
    fireEvent.change(within(panel).getByLabelText('Value of Station'), { target: { value: 'West' } });
    const search = within(panel).getByLabelText('Search attributes');
    fireEvent.change(search, { target: { value: 'setting 213' } });
    const names = () =>
      within(panel)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent);
    await expect.poll(names).toEqual(['Setting 213', 'Station']);
    expect(within(panel).getByText('2 of 242')).toBeTruthy();
    fireEvent.keyDown(within(panel).getByLabelText('Value of Station'), { key: 'Escape' });
    fireEvent.change(search, { target: { value: 'nowhere' } });
    expect(await within(panel).findByText('No attribute matches.')).toBeTruthy();
    fireEvent.keyDown(search, { key: 'Escape' });
    await expect.poll(names).toHaveLength(242);
    fireEvent.keyDown(search, { key: 'Escape' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  test('edits, deletes and creates attributes; a long value over several lines', async () => {
    const panel = await openPanel('Attributes');
    fireEvent.click(within(panel).getByRole('button', { name: 'Edit note' }));
    const field = within(panel).getByLabelText('Value of note');
    expect(field.tagName).toBe('TEXTAREA');
    fireEvent.change(field, { target: { value: 'short' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save note' }));
    expect(await within(panel).findByText('short')).toBeTruthy();

    fireEvent.click(within(panel).getByRole('button', { name: 'Delete Station' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(within(panel).queryByText('Station')).toBeNull());

    const form = within(panel).getByRole('form', { name: 'Create attribute' });
    fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Area' } });
    fireEvent.change(within(form).getByLabelText('Value'), { target: { value: '<b>7</b>' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Create' }));
    expect(await within(panel).findByText('<b>7</b>')).toBeTruthy();
  });

  test('an attribute is edited by keyboard alone: Enter saves, Escape leaves it and the panel as they were', async () => {
    const panel = await openPanel('Attributes');
    fireEvent.click(within(panel).getByRole('button', { name: 'Edit Station' }));
    const field = within(panel).getByLabelText('Value of Station');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'South' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(await within(panel).findByText('North')).toBeTruthy();
    expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Edit Station' }));
    expect(sent('PUT')).toEqual([]);

    fireEvent.click(within(panel).getByRole('button', { name: 'Edit Station' }));
    fireEvent.change(within(panel).getByLabelText('Value of Station'), { target: { value: 'South' } });
    fireEvent.keyDown(within(panel).getByLabelText('Value of Station'), { key: 'Enter' });
    expect(await within(panel).findByText('South')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(within(panel).getByRole('button', { name: 'Edit Station' })),
    );
  });

  test('a short value of several lines keeps them when it is edited', async () => {
    attributes = [{ assetId: asset.assetId, attributeName: 'Station', attributeValue: 'North\nby the road' }];
    const panel = await openPanel('Attributes');
    fireEvent.click(within(panel).getByRole('button', { name: 'Edit Station' }));
    const field = within(panel).getByLabelText<HTMLTextAreaElement>('Value of Station');
    expect([field.tagName, field.value]).toEqual(['TEXTAREA', 'North\nby the road']);
    // Enter is a line of it.
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(sent('PUT')).toEqual([]);
    fireEvent.change(field, { target: { value: 'North\nby the river' } });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    expect(sent('PUT')[0]?.body).toMatchObject({ attributeName: 'Station', attributeValue: 'North\nby the river' });
  });

  test('asks before an attribute that is there takes another value by the form for new ones', async () => {
    const panel = await openPanel('Attributes');
    const form = within(panel).getByRole('form', { name: 'Create attribute' });
    fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'station' } });
    fireEvent.change(within(form).getByLabelText('Value'), { target: { value: 'South' } });
    const ask = async () => {
      fireEvent.click(within(form).getByRole('button', { name: 'Create' }));
      const question = await screen.findByRole('dialog', { name: 'Replace the attribute?' });
      expect(within(question).getByText('North')).toBeTruthy();
      return question;
    };
    fireEvent.click(within(await ask()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Replace the attribute?' })).toBeNull());
    expect(sent('POST')).toEqual([]);
    fireEvent.click(within(await ask()).getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('station saved.')).toBeTruthy();
    const body = { attributeName: 'station', attributeValue: 'South', expectedValue: 'North' };
    expect(sent('POST').map((request) => request.body)).toEqual([body]);
  });

  test('a picture is taken away once that is confirmed', async () => {
    const { assetId } = asset;
    const attributeValue = 'data:image/png;base64,iVBORw0KGgo=';
    attributes = [{ assetId, attributeName: 'Thumbnail', attributeValue }];
    stub.on(`DELETE /api/assets/${assetId}/attributes/thumbnail`, () => {
      attributes = [];
      return { body: { attributeName: 'Thumbnail' } };
    });
    const panel = await openPanel();
    expect(within(panel).queryByRole('button', { name: 'Delete the Map Marker' })).toBeNull();
    fireEvent.click(within(panel).getByRole('button', { name: 'Delete the Asset Image' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(within(panel).queryByRole('button', { name: 'Delete the Asset Image' })).toBeNull());
  });

  test('shows all of a long value to who may only look, and cuts it again', async () => {
    aPortal([6, 50]);
    const panel = await openPanel('Attributes');
    const all = 'x'.repeat(40);
    expect(within(panel).queryByText(all)).toBeNull();
    const more = within(panel).getByRole('button', { name: 'Show all of note' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(more);
    expect(within(panel).getByText(all)).toBeTruthy();
    expect(more.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(more);
    expect(within(panel).queryByText(all)).toBeNull();
    expect(within(panel).queryByRole('button', { name: 'Show all of Station' })).toBeNull();
  });

  test('a picture that cannot be read is told in the words of the specification', async () => {
    const panel = await openPanel();
    const file = new File(['no picture'], 'x.png', { type: 'image/png' });
    fireEvent.change(within(panel).getByLabelText('Asset Image', { selector: 'input' }), { target: { files: [file] } });
    expect(await screen.findByText(/There was a problem grabbing that image/)).toBeTruthy();
    expect(sent('PUT')).toEqual([]);
  });

  test('a picture of 100 megapixels says how large it may be, and is not decoded', async () => {
    const header = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
    const bytes = new Uint8Array([...header, 0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 8, 2, 0, 0, 0, 0, 0, 0, 0]);
    const panel = await openPanel();
    const file = new File([bytes], 'huge.png', { type: 'image/png' });
    fireEvent.change(within(panel).getByLabelText('Map Marker', { selector: 'input' }), { target: { files: [file] } });
    expect(await screen.findByText(/^The picture has 100 megapixels; at most \d+ can be taken/)).toBeTruthy();
    expect(sent('PUT')).toEqual([]);
  });

  test('who may only look finds nothing to change', async () => {
    aPortal([6, 50]);
    const panel = await openPanel();
    expect(within(panel).queryByRole('button', { name: 'Update' })).toBeNull();
    fireEvent.click(within(panel).getByRole('tab', { name: 'Attributes' }));
    await within(panel).findByRole('tabpanel', { name: 'Attributes' });
    expect(within(panel).queryByRole('button', { name: /^(Edit|Delete|Create)/ })).toBeNull();
  });
});

describe('the file panel', () => {
  const aFile = (fileId: number, filename: string, length: number) => ({
    ...{ fileId, filename, length, timestamp: NOW },
    ...{ assetId: asset.assetId, user: 'ada' },
  });

  async function openPanel(list: unknown[]) {
    stub.on(`GET /api/ef/assets/${asset.assetId}/files`, () => ({ body: list }));
    await renderApp('/assets');
    setUi({ filePanel: asset.assetId });
    return screen.findByRole('dialog', { name: 'Files' });
  }

  test('lists the files with time, size and a download', async () => {
    const panel = await openPanel([aFile(3, 'log <b>1.csv', 2_048)]);
    expect(await within(panel).findByText('log <b>1.csv')).toBeTruthy();
    expect(within(panel).getByText(/2\.0 KB/)).toBeTruthy();
    const link = within(panel).getByRole('link', { name: 'Download log <b>1.csv' });
    expect(link.getAttribute('href')).toBe('/api/files/3/download');
  });

  test('stands in the address with its asset, and opens from there', async () => {
    await openPanel([aFile(3, 'may.csv', 20)]);
    await waitFor(() => expect(currentAddress()).toBe(`/assets?files=${asset.assetId}`));
    await renderApp(`/assets?files=${asset.assetId}`);
    const panel = await screen.findByRole('dialog', { name: 'Files' });
    expect(await within(panel).findByText('may.csv')).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(currentAddress()).toBe('/assets'));
    expect(screen.queryByRole('dialog', { name: 'Files' })).toBeNull();
  });

  test('says of a folder that has no files any more that it is empty', async () => {
    stub.on(`GET /api/ef/assets/${asset.assetId}/files`, { body: [aFile(3, 'may.csv', 20)] });
    await renderApp(`/assets?files=${asset.assetId}&folder=logs`);
    const panel = await screen.findByRole('dialog', { name: 'Files' });
    expect(await within(panel).findByText('There are no files in this folder.')).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: 'All files' }));
    expect(await within(panel).findByText('may.csv')).toBeTruthy();
  });

  test('leaves the page beside it in use, so that a tile can hide it; Escape in it closes it', async () => {
    const panel = await openPanel([]);
    expect(panel.getAttribute('aria-modal')).toBeNull();
    expect(document.activeElement).toBe(panel);
    screen.getByRole('button', { name: 'Log Out' }).focus();
    expect(panel.contains(document.activeElement)).toBe(false);
    fireEvent.keyDown(panel, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Files' })).toBeNull());
  });

  test('a file that can be looked at is shown from its beginning, others are only named', async () => {
    const panel = await openPanel([aFile(3, 'table.csv', 20), aFile(4, 'program.exe', 20)]);
    stub.on('GET /api/files/3/download', ({ headers }) => ({
      status: headers.get('range') === 'bytes=0-262143' ? 206 : 200,
      body: 'name,"a ""b"" c"\n<b>x</b>,=1+1\n',
    }));
    expect(await within(panel).findByText('program.exe')).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: 'program.exe' })).toBeNull();
    fireEvent.click(within(panel).getByRole('button', { name: 'table.csv' }));
    const preview = await screen.findByRole('dialog', { name: 'table.csv' });
    expect(await within(preview).findByRole('columnheader', { name: 'a "b" c' })).toBeTruthy();
    expect(within(preview).getByRole('cell', { name: '<b>x</b>' })).toBeTruthy();
    expect(within(preview).getByRole('cell', { name: '=1+1' })).toBeTruthy();
    // All of it stands there.
    expect(within(preview).queryByText(/^The first rows/)).toBeNull();
    // Escape closes what it was pressed in, and not the panel below.
    await waitFor(() => expect(preview.contains(document.activeElement)).toBe(true));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'table.csv' })).toBeNull());
    expect(within(panel).getByText('program.exe')).toBeTruthy();
  });

  test('a picture that is none is said to be so, and not decoded', async () => {
    const panel = await openPanel([aFile(3, 'fake.png', 20)]);
    stub.on('GET /api/files/3/download', { body: 'no picture' });
    fireEvent.click(await within(panel).findByRole('button', { name: 'fake.png' }));
    const fake = await screen.findByRole('dialog', { name: 'fake.png' });
    expect(await within(fake).findByText(/It is no picture, whatever its name says\./)).toBeTruthy();
    expect(within(fake).queryByRole('img')).toBeNull();
  });

  test('shows one folder at a time, and the versions of one name below the newest', async () => {
    const panel = await openPanel([
      aFile(5, 'report.txt', 30),
      aFile(4, 'logs/may/7.csv', 20),
      aFile(3, 'report.txt', 10),
    ]);
    expect(await within(panel).findByText('report.txt')).toBeTruthy();
    expect(within(panel).queryByText('7.csv')).toBeNull();
    fireEvent.click(within(panel).getByRole('button', { name: 'Versions of report.txt' }));
    const versions = within(panel).getByRole('list', { name: 'Earlier versions of report.txt' });
    expect(within(versions).getByRole('link').getAttribute('href')).toBe('/api/files/3/download');
    fireEvent.click(within(panel).getByRole('button', { name: 'logs' }));
    fireEvent.click(await within(panel).findByRole('button', { name: 'may' }));
    expect(await within(panel).findByText('7.csv')).toBeTruthy();
    expect(new URLSearchParams(window.location.search).get('folder')).toBe('logs/may');
    expect(within(panel).getByLabelText<HTMLInputElement>('Into the folder').value).toBe('logs/may');
    fireEvent.click(within(panel).getByRole('button', { name: 'All files' }));
    expect(await within(panel).findByText('report.txt')).toBeTruthy();
  });
});
