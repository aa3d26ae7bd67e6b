import { expect, test } from 'vitest';
import { chartCsv, csvFileName } from './chart-csv.ts';

test('writes UTC times and a column per series, with empty cells where a series has no point', () => {
  const frame = {
    times: [1_700_000_000, 1_700_000_000.25, 1_700_000_001],
    columns: [
      [1.5, null, null],
      [null, -2, null],
    ],
  };
  const csv = chartCsv(frame, [
    { label: 'Motor current', unit: 'A' },
    { label: 'State', unit: '' },
  ]);
  expect(csv).toBe(
    '\ufeffTime,Motor current (A),State\r\n2023-11-14T22:13:20.000Z,1.5,\r\n2023-11-14T22:13:20.250Z,,-2\r\n',
  );
});

test('a label that a spreadsheet would run is defused', () => {
  expect(chartCsv({ times: [], columns: [] }, [{ label: '=cmd()', unit: 'x,y' }])).toContain('"\'=cmd() (x,y)"');
});

test.each([
  ['Pump 7: pressures/“all”', 'Pump 7 pressures all 2026-11-20 1403.csv'],
  ['../../etc/passwd', 'etc passwd 2026-11-20 1403.csv'],
  ['', 'Chart 2026-11-20 1403.csv'],
])('the file of %j is named %j', (title, name) => {
  expect(csvFileName(title, Date.UTC(2026, 10, 20, 14, 3))).toBe(name);
});
