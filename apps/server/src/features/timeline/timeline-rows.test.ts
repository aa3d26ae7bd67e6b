import { expect, test } from 'vitest';
import { editRow } from './timeline-rows.ts';

test('a recalculation is told as what changed the history, with the expression', () => {
  const [from, to] = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'];
  const after = JSON.stringify({ from, to, points: 2, expression: '_A + 1' });
  const row = { journal_id: 7, time_ms: 5, what: 'data item 12 recalculated', after, by_name: 'ann' };
  expect(editRow(row, 3, new Map())).toMatchObject({
    ...{ kind: 'edit', id: 7, user: 'ann', state: 'recalculated', title: 'data item 12', refId: 12 },
    ...{ text: '2 values calculated by _A + 1', fromMs: Date.parse(from), untilMs: Date.parse(to) },
  });
});
