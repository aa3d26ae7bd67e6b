import { auth } from '@telltale/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DatabaseSource, OpenedDatabase, SqliteJob } from '#sqlite/messages.ts';
import { aLogin, PortalStub } from '#testing/portal-stub.ts';
import { currentAddress, renderApp } from '#testing/render-app.tsx';
import { blockToAddress, newBlock } from '#tile-kit/query/query-blocks.ts';

const aDatabase = (given: Partial<OpenedDatabase> = {}): OpenedDatabase => ({
  tables: [{ name: 'reading', kind: 'table', columns: [{ name: 'ts', type: 'INTEGER' }], problem: undefined }],
  sizeBytes: 8_192,
  encoding: 'UTF-8',
  pageSize: 4_096,
  isWal: false,
  walPages: 0,
  readBytes: 8_192,
  ...given,
});
const aFile = (fileId: number, filename: string) => ({ fileId, filename, assetId: null, length: 8_192 });

/** What SQLite answers in place of a worker; an Error is one of its words. */
let answer: (job: SqliteJob) => unknown;
let opened: DatabaseSource[];

class WorkerStub {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(job: SqliteJob & { id: number }): void {
    if (job.kind === 'open') opened.push(job.source);
    const value = answer(job);
    const data = value instanceof Error ? { id: job.id, error: value.message } : { id: job.id, value };
    queueMicrotask(() => this.onmessage?.({ data }));
  }
  terminate(): void {
    this.onmessage = null;
  }
}

let stub: PortalStub;
beforeEach(() => {
  localStorage.clear();
  opened = [];
  answer = () => aDatabase();
  vi.stubGlobal('Worker', WorkerStub);
  stub = new PortalStub().on(auth.login, { body: aLogin() }).on('GET /api/files', ({ url }) => ({
    body: url.searchParams.get('filename') === '%.sqlite' ? [aFile(7, 'a_b.sqlite')] : [],
  }));
});

test('a file that was in use is read with the log that lies beside it, or told to miss it', async () => {
  answer = (job) =>
    job.kind === 'open' && job.source.kind === 'portal'
      ? aDatabase({ isWal: true, walPages: job.source.walAddress === undefined ? 0 : 3 })
      : aDatabase();
  await renderApp('/sqlite?fileId=7');
  expect(await screen.findByText(/newest changes may stand in a -wal file, which is not there/)).toBeTruthy();
  stub.on('GET /api/files', ({ url }) => {
    const filename = url.searchParams.get('filename');
    // Names are patterns: what stands in this one is taken for itself.
    return {
      body: filename === '%.sqlite' ? [aFile(7, 'a_b.sqlite')] : filename === 'a\\_b.sqlite-wal' ? [aFile(8, '')] : [],
    };
  });
  await renderApp('/sqlite?fileId=7');
  expect(await screen.findByText(/3 pages come from the -wal file beside it/)).toBeTruthy();
  expect(opened.at(-1)).toEqual({
    kind: 'portal',
    address: '/api/files/7/download',
    walAddress: '/api/files/8/download',
  });
});

test('what cannot be opened says why, and the sample query stands there all the same', async () => {
  answer = () => new Error('This is not an SQLite database: it begins like a PNG picture.');
  await renderApp('/sqlite?fileId=9');
  expect(await screen.findByText('This is not an SQLite database: it begins like a PNG picture.')).toBeTruthy();
  answer = () => aDatabase();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^reading/ })).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Query 1' })).toBeTruthy();
});

test('a block comes with the address and is kept; it is not executed by itself', async () => {
  const shared = blockToAddress(newBlock(0, { title: 'From Ada', query: 'select 1', dataTab: 'table' }));
  const jobs: SqliteJob[] = [];
  answer = (job) => {
    jobs.push(job);
    return aDatabase();
  };
  await renderApp(`/sqlite?fileId=7&block=${shared}`);
  expect(await screen.findByRole('article', { name: 'From Ada' })).toBeTruthy();
  expect(currentAddress()).toBe('/sqlite?fileId=7');
  expect(jobs.every(({ kind }) => kind === 'open')).toBe(true);
  fireEvent.change(within(screen.getByRole('article', { name: 'From Ada' })).getByRole('textbox', { name: 'Title' }), {
    target: { value: 'Mine' },
  });
  await renderApp('/sqlite');
  expect(await screen.findByRole('article', { name: 'Mine' })).toBeTruthy();
});

test('an error of SQLite stands in the block that it concerns', async () => {
  answer = (job) => (job.kind === 'query' ? new Error('no such table: nowhere') : aDatabase());
  await renderApp('/sqlite');
  fireEvent.click(await screen.findByRole('button', { name: 'Add query' }));
  const block = within(screen.getByRole('article', { name: 'Query 1' }));
  fireEvent.click(block.getByRole('button', { name: 'Execute' }));
  expect((await block.findByRole('alert')).textContent).toBe('no such table: nowhere');
  expect(within(screen.getByRole('article', { name: 'Query 2' })).queryByRole('alert')).toBeNull();
});

test('a visitor has no list of files', async () => {
  stub.on(auth.login, { status: 401, body: 'No session.' });
  await renderApp('/sqlite');
  expect(await screen.findByText(/to choose among the files of the portal/)).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'File of the portal' })).toBeNull();
  expect(screen.getByText('Drop a SQLite file here, or choose one')).toBeTruthy();
});
