import { auth, type files, permissionId } from '@telltale/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aLogin, anAsset, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';

let stub: PortalStub;
let all: files.StoredFile[];
let folders: string[];
let olderOf: (fileId: number) => files.StoredFile[];
const asset = anAsset({ alias: 'Pump 7' });

const aFile = (fileId: number, filename: string, assetId: number | null) =>
  ({ fileId, filename, assetId, length: 2_048, timestamp: '2026-11-20T12:00:00Z', user: 'ada' }) as files.StoredFile;

beforeEach(() => {
  folders = [];
  olderOf = () => [];
  all = [aFile(2, 'logs/may.csv', asset.assetId), aFile(1, 'loose.bin', null)];
  stub = new PortalStub()
    .on(auth.login, { body: aLogin() })
    .on('GET /api/ef/assets', { body: [asset] })
    .on('GET /api/ef/files', ({ url }) => {
      const search = url.searchParams.get('search') ?? '';
      const found = all.filter(
        ({ filename, assetId }) =>
          filename.includes(search) && (url.searchParams.get('asset') !== 'none' || assetId === null),
      );
      const offset = Number(url.searchParams.get('offset'));
      const files = found.slice(offset, offset + 50).map((file) => ({ ...file, older: olderOf(file.fileId) }));
      return { body: { total: found.length, folders, files } };
    });
});

test('lists the files of assets and of none, with their size and a download', async () => {
  all.push(aFile(3, 'rig.sqlite', null), aFile(4, 'frac.TDMS', null));
  await renderApp('/files');
  const table = within(await screen.findByRole('grid', { name: 'Files' }));
  expect((await table.findByRole('link', { name: 'Pump 7' })).getAttribute('href')).toBe(
    `/assets?panel=${asset.assetId}&panelTab=files`,
  );
  expect(table.getByRole('link', { name: 'Download loose.bin' }).getAttribute('href')).toBe('/api/files/1/download');
  expect(table.getByRole('link', { name: 'Download logs/may.csv' }).getAttribute('download')).toBe('may.csv');
  expect(table.getByRole('link', { name: 'rig.sqlite' }).getAttribute('href')).toBe('/sqlite?fileId=3');
  expect(table.getByRole('link', { name: 'frac.TDMS' }).getAttribute('href')).toBe('/tdms-viewer?fileId=4');
  expect(table.getAllByText('2.0 KB')).toHaveLength(4);
  expect(screen.getByText('4 files')).toBeTruthy();
});

test('is narrowed by name and to those without an asset, which stands in the address', async () => {
  await renderApp('/files');
  await screen.findByRole('grid', { name: 'Files' });
  fireEvent.click(screen.getByRole('combobox', { name: 'Of which asset' }));
  // Without a layout the list believes that its field has scrolled out of sight, and hides.
  fireEvent.click(await screen.findByRole('option', { name: 'Without an asset', hidden: true }));
  await waitFor(() => expect(screen.queryByText('may.csv')).toBeNull());
  expect(currentAddress()).toBe('/files?asset=none');
  expect(screen.getByText('Drop files here')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'nothing' } });
  expect(await screen.findByText('No file matches.')).toBeTruthy();
  expect(currentAddress()).toBe('/files?asset=none&search=nothing');
});

const earlier = () =>
  [12, 11].map((fileId) => ({ ...aFile(fileId, 'logs/may.csv', asset.assetId), length: 1_024 * fileId }));

test('opens folders, which stand in the address, and uploads into the one that is looked at', async () => {
  folders = ['logs', 'manuals'];
  await renderApp('/files?asset=none&page=2');
  fireEvent.click(await screen.findByRole('button', { name: 'logs' }));
  expect(currentAddress()).toBe('/files?asset=none&folder=logs');
  const asked = () => stub.requests.findLast(({ url }) => url.pathname === '/api/ef/files')?.url.searchParams;
  await waitFor(() => expect(asked()?.get('folder')).toBe('logs'));
  expect(screen.getByRole('textbox', { name: 'Into the folder' })).toHaveProperty('value', 'logs');
  fireEvent.click(screen.getByRole('button', { name: 'manuals' }));
  expect(currentAddress()).toBe('/files?asset=none&folder=logs%2Fmanuals');
  fireEvent.click(screen.getByRole('button', { name: 'All files' }));
  expect(currentAddress()).toBe('/files?asset=none');
});

test('shows some of thousands of folders, finds any of them, and begins anew in the one that is opened', async () => {
  folders = Array.from({ length: 2_000 }, (_, index) => `Well ${String(index + 1).padStart(4, '0')}`);
  await renderApp('/files');
  const nav = within(await screen.findByRole('navigation', { name: 'Folders' }));
  expect(nav.getAllByRole('button', { name: /^Well/ })).toHaveLength(60);
  expect(nav.getByText('60 of 2,000 folders')).toBeTruthy();
  fireEvent.click(nav.getByRole('button', { name: 'Show 60 more' }));
  expect(nav.getAllByRole('button', { name: /^Well/ })).toHaveLength(120);
  const search = nav.getByRole('textbox', { name: 'Search folders' });
  fireEvent.change(search, { target: { value: 'well 19' } });
  expect(await nav.findByText('60 of 100 folders')).toBeTruthy();
  expect(nav.getAllByRole('button', { name: /^Well 19/ })).toHaveLength(60);
  fireEvent.change(search, { target: { value: 'rig' } });
  expect(await nav.findByText('No folder matches.')).toBeTruthy();
  fireEvent.change(search, { target: { value: '1987 ' } });
  expect(await nav.findByText('1 folder found')).toBeTruthy();
  folders = ['May', 'June'];
  fireEvent.click(nav.getByRole('button', { name: 'Well 1987' }));
  expect(currentAddress()).toBe('/files?folder=Well+1987');
  expect(await nav.findByRole('button', { name: 'June' })).toBeTruthy();
  expect(nav.queryByRole('textbox', { name: 'Search folders' })).toBeNull();
});

test('shows the versions of one name as one file, and those before the newest at a press', async () => {
  olderOf = (fileId) => (fileId === 2 ? earlier() : []);
  await renderApp('/files');
  const table = within(await screen.findByRole('grid', { name: 'Files' }));
  expect(table.getByText('may.csv')).toBeTruthy();
  expect(table.getAllByRole('link', { name: 'Download logs/may.csv' })).toHaveLength(1);
  const button = table.getByRole('button', { name: 'Versions of logs/may.csv' });
  expect(button.textContent).toBe('3 versions');
  fireEvent.click(button);
  expect(
    table.getAllByRole('link', { name: 'Download logs/may.csv' }).map((link) => link.getAttribute('href')),
  ).toEqual(['/api/files/2/download', '/api/files/12/download', '/api/files/11/download']);
  expect(table.getByText('12.0 KB')).toBeTruthy();
  fireEvent.click(table.getByRole('button', { name: 'Versions of logs/may.csv' }));
  expect(table.queryByText('12.0 KB')).toBeNull();
});

test('shows an earlier version that its address names', async () => {
  olderOf = (fileId) => (fileId === 2 ? earlier() : []);
  stub.on('GET /api/files/11/view', { body: 'time,level' });
  await renderApp('/files?search=may&file=11');
  const preview = within(await screen.findByRole('dialog', { name: 'logs/may.csv' }));
  expect(preview.getByRole('link', { name: 'Download logs/may.csv' }).getAttribute('href')).toBe(
    '/api/files/11/download',
  );
});

test('comes a page at a time', async () => {
  all = Array.from({ length: 51 }, (_, index) => aFile(index + 1, `file ${index + 1}`, null));
  await renderApp('/files');
  expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('file 51')).toBeTruthy();
  expect(currentAddress()).toBe('/files?page=2');
});

test('a file is deleted once that is confirmed', async () => {
  stub.on('DELETE /api/files/1', () => {
    all = all.filter(({ fileId }) => fileId !== 1);
    return { body: { fileId: 1 } };
  });
  await renderApp('/files');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete loose.bin' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('‘loose.bin’ deleted.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Download loose.bin' })).toBeNull());
});

test('shows the page before where the last file of the last one was deleted', async () => {
  all = Array.from({ length: 51 }, (_, index) => aFile(index + 1, `file ${index + 1}`, null));
  stub.on('DELETE /api/files/51', () => {
    all = all.slice(0, 50);
    return { body: { fileId: 51 } };
  });
  await renderApp('/files?page=2');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete file 51' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('file 1')).toBeTruthy();
  expect(currentAddress()).toBe('/files');
});

test('shows the file that its address names, until it is closed', async () => {
  all.push(aFile(3, 'rig.sqlite', null), aFile(4, 'core.zip', null));
  stub.on('GET /api/files/2/view', { body: 'time,level' });
  await renderApp(`/files?asset=${asset.assetId}&search=may&file=2`);
  const preview = await screen.findByRole('dialog', { name: 'logs/may.csv' });
  expect(within(preview).getByRole('link', { name: 'Download logs/may.csv' })).toBeTruthy();
  fireEvent.keyDown(within(preview).getByRole('link', { name: 'Download logs/may.csv' }), { key: 'Escape' });
  await waitFor(() => expect(currentAddress()).toBe(`/files?asset=${asset.assetId}&search=may`));
  expect(screen.queryByRole('dialog')).toBeNull();
  await renderApp('/files?file=3');
  const database = await screen.findByRole('dialog', { name: 'rig.sqlite' });
  expect(within(database).getByRole('link', { name: 'Open it there' }).getAttribute('href')).toBe('/sqlite?fileId=3');
  await renderApp('/files?file=4');
  expect(within(await screen.findByRole('dialog', { name: 'core.zip' })).getByText(/has no preview/)).toBeTruthy();
});

test('says so where the file that its address names is gone, and ends its preview with it', async () => {
  await renderApp('/files?asset=none&file=99');
  expect((await screen.findByRole('alert')).textContent).toContain('it may have been deleted');
  fireEvent.change(screen.getByRole('textbox', { name: 'Search files' }), { target: { value: 'loose' } });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  stub.on('DELETE /api/files/1', () => {
    all = all.filter(({ fileId }) => fileId !== 1);
    return { body: { fileId: 1 } };
  });
  await renderApp('/files?asset=none&file=1');
  const preview = await screen.findByRole('dialog', { name: 'loose.bin' });
  fireEvent.click(within(preview).getByRole('button', { name: 'Delete loose.bin' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(currentAddress()).toBe('/files?asset=none'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('takes files for the asset that is looked at', async () => {
  await renderApp(`/files?asset=${asset.assetId}`);
  expect(await screen.findByText('Drop files here')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Of which asset' }).value).toBe('Pump 7');
});

test('stands as a list on a phone, with all that can be done with a file', async () => {
  window.innerWidth = 390;
  olderOf = (fileId) => (fileId === 2 ? earlier() : []);
  await renderApp('/files');
  const list = within(await screen.findByRole('list', { name: 'Files' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect((await list.findByRole('link', { name: 'Pump 7' })).getAttribute('href')).toContain(`panel=${asset.assetId}`);
  expect(list.getByRole('link', { name: 'Download loose.bin' })).toBeTruthy();
  expect(list.getByRole('button', { name: 'Delete loose.bin' })).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
  fireEvent.click(list.getByRole('button', { name: 'Versions of logs/may.csv' }));
  const versions = within(list.getByRole('list', { name: 'Earlier versions of logs/may.csv' }));
  expect(versions.getAllByRole('listitem')).toHaveLength(2);
});

test('who may only look can neither upload nor delete', async () => {
  stub.on(auth.login, { body: aLogin([permissionId('Files', 'View')]) });
  await renderApp('/files?asset=none');
  expect(await screen.findByText('loose.bin')).toBeTruthy();
  expect(screen.queryByText('Drop files here')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete loose.bin' })).toBeNull();
});

test('says why there is no list, and when it is empty', async () => {
  stub.on('GET /api/ef/files', { status: 503, body: { error: { code: 'busy', message: 'The portal is busy.' } } });
  await renderApp('/files');
  expect(await screen.findByText('The files could not be loaded.')).toBeTruthy();
  stub.on('GET /api/ef/files', { body: { total: 0, folders: [], files: [] } });
  fireEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByText('There are no files yet.')).toBeTruthy();
});
