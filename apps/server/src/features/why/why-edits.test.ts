import { describe, expect, it } from 'vitest';
import { editsOf, type HistoryEntry } from './why-edits.ts';

const at = Date.parse('2026-03-01T12:00:00Z');
const entry = (what: string, after: unknown, timeMs = at): HistoryEntry => ({
  timeMs,
  user: 'ada',
  what,
  before: undefined,
  after,
});
const edited = (dataItemId: number, from: string, to: string) =>
  entry(`data item ${dataItemId} edited`, { from, to, value: 5, points: 3 });
const imported = (path: string, fromMs: number, toMs: number) =>
  entry(`imported ${path}`, { points: 9, rows: 9, fromMs, toMs });

describe('edits that bear on a value', () => {
  it.each([
    ['of another data item', edited(12, '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z')],
    ['that failed', entry('data item 1 not edited', { error: 'x' })],
    ['whose record cannot be read', entry('data item 1 edited', { from: 'yesterday' })],
    ['of a file that had nothing', imported('x.csv', Number.NaN, Number.NaN)],
  ])('are none %s', (_what, one) => {
    expect(editsOf([one], 1, at)).toEqual([]);
  });

  it('come first where they cover the moment', () => {
    const list = [
      edited(1, '2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z'),
      edited(1, '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'),
      imported('/srv/data/field notes.csv', at - 1, at + 1),
    ];
    expect(editsOf(list, 1, at).map(({ kind, covers, file }) => [kind, covers, file])).toEqual([
      ['edit', true, ''],
      ['import', true, 'field notes.csv'],
      ['edit', false, ''],
    ]);
  });

  it('cover nothing where there is no value, and are ten at most', () => {
    const many = Array.from({ length: 30 }, () => edited(1, '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'));
    const found = editsOf(many, 1, undefined);
    expect([found.length, found.some(({ covers }) => covers)]).toEqual([10, false]);
  });
});
