import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { permissionId } from '@telltale/contract';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import type { SqliteJob } from '#sqlite/messages.ts';
import { BLOCKS_KEY, newBlock } from '#tile-kit/query/query-blocks.ts';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';
import { sqliteQueryTile } from './tile.ts';

let jobs: SqliteJob[];
/** What SQLite answers in place of a worker; an Error is one of its words. */
let answer: (job: SqliteJob) => unknown;
const opened = {
  tables: [],
  sizeBytes: 1,
  encoding: 'UTF-8',
  pageSize: 4_096,
  isWal: false,
  walPages: 0,
  readBytes: 1,
};
const result = { names: ['pump'], columns: [['Pump 1', 'Pump 2']], rows: 2, cut: undefined, elapsedMs: 1 };

class WorkerStub {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(job: SqliteJob & { id: number }): void {
    jobs.push(job);
    const value = answer(job);
    const data = value instanceof Error ? { id: job.id, error: value.message } : { id: job.id, value };
    queueMicrotask(() => this.onmessage?.({ data }));
  }
  terminate(): void {
    this.onmessage = null;
  }
}

const may = (...permissions: number[]) =>
  useSessionStore.setState({ state: 'valid', permissions: new Set(permissions) });
const settings = { title: 'Pumps', fileId: 7, query: 'select pump from reading', dataTab: 'table' };

beforeEach(() => {
  jobs = [];
  answer = (job) => (job.kind === 'open' ? opened : result);
  vi.stubGlobal('Worker', WorkerStub);
  may(permissionId('Files', 'View'));
});

test('asks its file by itself and shows the rows', async () => {
  await renderTile(sqliteQueryTile, settings);
  expect(await screen.findByRole('cell', { name: 'Pump 2' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Pumps' })).toBeTruthy();
  expect(jobs).toMatchObject([
    { kind: 'open', source: { kind: 'portal', address: '/api/files/7/download' } },
    { kind: 'query', sql: 'select pump from reading' },
  ]);
});

test('two tiles of a file share one worker, which opens it once', async () => {
  await renderTile(sqliteQueryTile, settings);
  await renderTile(sqliteQueryTile, { ...settings, query: 'select 2' });
  await vi.waitFor(() => expect(jobs.filter(({ kind }) => kind === 'query')).toHaveLength(2), 15_000);
  expect(jobs.filter(({ kind }) => kind === 'open')).toHaveLength(1);
});

test('says what is missing: the file or the query, the permission, the right to this file', async () => {
  const empty = await renderTile(sqliteQueryTile, { fileId: 7 });
  expect(empty.container.textContent).toBe('SQLite Query. A file and a query need to be filled out.');
  empty.unmount();
  may();
  const denied = await renderTile(sqliteQueryTile, settings);
  expect(denied.container.textContent).toBe('You are missing permissions to view files.');
  denied.unmount();
  expect(jobs).toEqual([]);

  may(permissionId('Files', 'View'));
  answer = () => new Error('There is no such file any more, or it is out of sight.');
  await renderTile(sqliteQueryTile, settings);
  expect((await screen.findByRole('alert')).textContent).toContain('it is out of sight');
  answer = (job) => (job.kind === 'open' ? opened : new Error('no such table: reading'));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('no such table: reading')).toBeTruthy();
});

test('its form takes a query over that the explorer keeps', async () => {
  const block = newBlock(0, { title: 'Worst hours', query: 'select 1', parsing: '(rows) => rows', dataTab: 'bar' });
  localStorage.setItem(BLOCKS_KEY, JSON.stringify([block]));
  const { changes } = await renderEditor(sqliteQueryTile, { fileId: 7 });
  fireEvent.click(screen.getByRole('combobox', { name: 'Take a query of the explorer' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Worst hours' }));
  expect(changes.at(-1)).toMatchObject({
    fileId: 7,
    title: 'Worst hours',
    query: 'select 1',
    parsing: '(rows) => rows',
    dataTab: 'bar',
  });
});
