import type { AssetId, DataItemId } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { HistoryEditRepository, type PlannedEdit } from './history-edit-repository.ts';

const edit: PlannedEdit = {
  assetId: 12 as AssetId,
  dataItemId: 148 as DataItemId,
  fromMs: 1_700_000_000_000,
  toMs: 1_700_000_060_000,
  newValue: 'idle \u0000 "quoted" 💧',
  before: [
    { from: '2026-01-01T00:00:00.000Z', value: 1.5 },
    { from: '2026-01-01T00:00:10.000Z', value: 'run' },
    { from: '2026-01-01T00:00:20.000Z', value: null },
  ],
  by: { name: 'ann', userId: 3, adminId: 1, address: '203.0.113.9' },
  requestedMs: 1_700_000_100_000,
};

describe.each(everyEngine())('begun edits of the history on $engine', ({ open }) => {
  let test: TestDatabase;
  let edits: HistoryEditRepository;
  beforeEach(async () => {
    test = await open();
    edits = new HistoryEditRepository(test.db);
  });
  afterEach(() => test.close());

  it('are kept word for word, in order, until they are deleted', async () => {
    const first = await edits.insert(edit);
    const second = await edits.insert({ ...edit, newValue: -0.25, before: [] });
    expect(second.editId).toBeGreaterThan(first.editId);
    expect(await edits.list()).toEqual([
      { ...edit, editId: first.editId },
      { ...edit, newValue: -0.25, before: [], editId: second.editId },
    ]);
    await edits.delete([]);
    expect(await edits.delete([first.editId, 99_999])).toEqual([first.editId]);
    expect(await edits.delete([first.editId])).toEqual([]);
    expect((await edits.list()).map(({ editId }) => editId)).toEqual([second.editId]);
  });
});
