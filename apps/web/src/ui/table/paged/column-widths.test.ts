import { expect, test } from 'vitest';
import type { TableColumn } from '../table-column.ts';
import { fitColumns } from './column-widths.ts';

interface Row {
  name: string;
  value: number | null;
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'value', header: 'Value', value: ({ value }) => value, cell: ({ value }) => value?.toFixed(1) },
  { id: 'unit', header: 'Unit', width: '72px', value: () => 'psi' },
];

const widthsFor = (...rows: Row[]) => fitColumns(columns, rows).map(({ width }) => Number.parseInt(width ?? '', 10));

test('a column gets the width of its longest text, and one with a width of its own keeps it', () => {
  const [short = 0] = widthsFor({ name: 'Flow', value: 1 });
  const [long = 0, , unit] = widthsFor({ name: 'Flow', value: 1 }, { name: 'Discharge Pressure', value: 1 });
  expect(long).toBeGreaterThan(short);
  expect(long).toBeGreaterThanOrEqual('Discharge Pressure'.length * 7);
  expect(unit).toBe(72);
});

test('a text without end leaves room for the other columns', () => {
  expect(widthsFor({ name: 'x'.repeat(5000), value: 1 })[0]).toBe(widthsFor({ name: 'x'.repeat(24), value: 1 })[0]);
});

test('digits that are not written take no room', () => {
  expect(widthsFor({ name: '', value: 131.600_000_000_000_1 })[1]).toBeLessThan(130);
});

test('without rows there is room for the headers', () => {
  expect(widthsFor()[0]).toBeGreaterThanOrEqual(64);
});
