import type { AssetId, DataItemId, history, operations } from '@telltale/contract';
import { type Historian, HistoryUnavailableError, PointBatch, seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
const DATA_ITEM = 148 as DataItemId;

let portal: Portal;
let assetId: AssetId;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  assetId = (await portal.anAsset()).assetId;
  const batch = new PointBatch();
  for (let minute = 0; minute < 5; minute++) {
    batch.add(seriesKey(assetId, DATA_ITEM), START_MS + minute * 60_000, minute, 192);
  }
  await portal.context.historian.append(batch);
});

const iso = (minute: number) => new Date(START_MS + minute * 60_000).toISOString();

async function values(): Promise<unknown> {
  const query = new URLSearchParams({ dataItems: `${assetId}-148`, startTime: iso(0), endTime: iso(60) });
  const { body } = await (await portal.as('admin')).get<history.ColumnarHistory>(`/api/historicaldata?${query}`);
  return body[1];
}

async function entries(): Promise<operations.JournalEntry[]> {
  const { body } = await (await portal.as('admin')).get<{ entries: operations.JournalEntry[] }>(
    `/api/journal?kind=history&assetId=${assetId}`,
  );
  return body.entries;
}

const updatesOf = (minutes: readonly number[]) =>
  minutes.map((minute) => ({
    assetId,
    dataItemId: DATA_ITEM,
    startDate: iso(minute),
    endDate: iso(minute),
    newValue: 99,
  }));

async function edit(...minutes: number[]) {
  return (await portal.as('admin')).put('/api/ef/historicaldataupdate', updatesOf(minutes));
}

/** Asks for an edit, and leaves when the store was asked for it. */
async function editAndLeave(isReached: () => boolean, ...minutes: number[]): Promise<void> {
  const { cookie = '' } = await portal.as('admin');
  const headers = { 'X-Requested-With': 'Telltale', 'Content-Type': 'application/json', Cookie: cookie };
  const leaving = new AbortController();
  const request = { method: 'PUT', headers, body: JSON.stringify(updatesOf(minutes)), signal: leaving.signal };
  const answer = fetch(`${portal.url}/api/ef/historicaldataupdate`, request);
  await vi.waitFor(() => expect(isReached()).toBe(true), 15_000);
  leaving.abort();
  await expect(answer).rejects.toThrow();
}

/** Lets the store do something else at the next edit. */
function onEdit(doInstead: (editForReal: () => Promise<number>) => Promise<number>): void {
  const { historian } = portal.context;
  const editRange: Historian['editRange'] = historian.editRange.bind(historian);
  historian.editRange = (...edit) => {
    historian.editRange = editRange;
    return doInstead(() => editRange(...edit));
  };
}

/** What a process that dies never does: answer. */
const never = new Promise<never>(() => undefined);

describe('an edit of the history and its entry in the journal', () => {
  it.each([
    ['before the history was touched', () => never],
    ['after the history was edited', (editForReal: () => Promise<number>) => editForReal().then(() => never)],
  ])('are both there after the portal ended %s', async (_, doInstead) => {
    let isReached = false;
    onEdit((editForReal) => {
      isReached = true;
      return doInstead(editForReal);
    });
    const requestedMs = portal.clock.now();
    await editAndLeave(() => isReached, 1, 2);
    expect(await entries()).toEqual([]);
    portal.clock.advance(3_600_000);
    await portal.restart();
    await vi.waitFor(async () => expect(await entries()).toHaveLength(2), 15_000);
    expect(await values()).toEqual([0, 99, 99, 3, 4]);
    for (const entry of await entries()) {
      const after = { value: 99, points: 1 };
      expect(entry).toMatchObject({ user: 'admin', assetId, what: 'data item 148 edited', after });
      // When it was asked for, not when it was finished.
      expect(Date.parse(entry.time) - requestedMs).toBeLessThan(1_800_000);
    }
    await portal.restart();
    expect(await entries()).toHaveLength(2);
  });

  it('say so when the history could not be edited, and what came after it is left alone', async () => {
    onEdit(() => Promise.reject(new Error('the disk is full')));
    expect((await edit(1, 2)).status).toBeGreaterThanOrEqual(500);
    expect(await entries()).toMatchObject([{ what: 'data item 148 not edited', before: { values: [{ value: 1 }] } }]);
    await portal.restart();
    expect(await values()).toEqual([0, 1, 2, 3, 4]);
    expect(await portal.context.db.selectFrom('history_edits').selectAll().execute()).toEqual([]);
  });

  it('answer that there is no room, and change nothing, when there is none', async () => {
    onEdit(() => Promise.reject(new HistoryUnavailableError('the disk is full', { isFull: true })));
    const { status, body } = await edit(1);
    expect([status, body]).toMatchObject([503, { error: { code: 'storage-full' } }]);
    expect(await entries()).toMatchObject([{ what: 'data item 148 not edited' }]);
    expect(await portal.context.db.selectFrom('history_edits').selectAll().execute()).toEqual([]);
  });

  it('are both there in the end when the history can do it only later', async () => {
    onEdit(() => Promise.reject(new HistoryUnavailableError('chunks cannot be written', { mayHappen: true })));
    const { status, body } = await edit(1, 2);
    expect([status, body]).toMatchObject([503, { error: { code: 'history-unavailable' } }]);
    expect(await entries()).toEqual([]);
    await portal.restart();
    await vi.waitFor(async () => expect(await entries()).toMatchObject([{ what: 'data item 148 edited' }]), 15_000);
    expect(await values()).toEqual([0, 99, 2, 3, 4]);
  });

  it('are there once where another node of the portal was at the same edit and has ended it', async () => {
    onEdit(async (editForReal) => {
      await portal.context.db.deleteFrom('history_edits').execute();
      return editForReal();
    });
    expect((await edit(1)).body).toMatchObject([{ changed: 1 }]);
    expect(await entries()).toEqual([]);
    expect(await values()).toEqual([0, 99, 2, 3, 4]);
  });

  it('leave no trace where there was nothing to edit', async () => {
    expect((await edit(30)).body).toMatchObject([{ changed: 0 }]);
    expect(await entries()).toEqual([]);
    expect(await portal.context.db.selectFrom('history_edits').selectAll().execute()).toEqual([]);
  });
});
