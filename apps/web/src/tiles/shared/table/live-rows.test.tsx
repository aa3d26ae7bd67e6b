import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aReading, FixedReadings, select, TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { gridRows } from '#tiles/testing/grid-rows.ts';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { type LiveRow, ORDER_MS } from './live-row.ts';
import { ReadingCell, RowText, sortableValue } from './ReadingCell.tsx';
import { useDataItemRows } from './use-data-item-rows.ts';

const chosen = [1, 2, 3].map(select);
const nameOf = ({ name }: { name: string }) => name;
/** How often each cell, and the table's header, have been rendered. */
let renders: Record<string, number> = {};
const count = (id: string) => {
  renders[id] = (renders[id] ?? 0) + 1;
};

const columns: readonly TableColumn<LiveRow>[] = [
  {
    id: 'name',
    header: 'Name',
    headerCell: () => {
      count('header');
      return 'Name';
    },
    value: ({ reading }) => reading.name,
    cell: (row) => (
      <Profiler id={`name ${row.key}`} onRender={count}>
        <RowText row={row} show={nameOf} />
      </Profiler>
    ),
  },
  {
    id: 'value',
    header: 'Value',
    value: ({ reading }) => sortableValue(reading),
    cell: (row) => (
      <Profiler id={`value ${row.key}`} onRender={count}>
        <ReadingCell row={row} decimals={1} />
      </Profiler>
    ),
  },
];

function Table() {
  const { rows, values } = useDataItemRows(chosen);
  return <PagedTable label="Items" rows={rows} values={values} columns={columns} rowKey={({ key }) => key} hasSearch />;
}

function show() {
  const readings = new FixedReadings({
    1: aReading({ name: 'One', value: 1 }),
    2: aReading({ name: 'Two', value: 2 }),
    3: aReading({ name: 'Three', value: 3 }),
  });
  render(
    <MantineProvider env="test">
      <TestDashboard readings={readings}>
        <Table />
      </TestDashboard>
    </MantineProvider>,
  );
  return readings;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a new value renders its own cell and nothing else of the table', async () => {
  const readings = show();
  await settle();
  renders = {};
  act(() => readings.set(2, aReading({ name: 'Two', value: 7 })));
  expect(gridRows()).toEqual(['One|1.0', 'Two|7.0', 'Three|3.0']);
  expect(renders).toEqual({ 'value 2': 1 });
});

test.each([
  ['the same digits after rounding', { value: 2.04 }],
  ['a later time', { value: 2, timestamp: Date.UTC(2026, 10, 20, 13) }],
])('a value with %s renders nothing', async (_what, news) => {
  const readings = show();
  await settle();
  renders = {};
  act(() => readings.set(2, aReading({ name: 'Two', ...news })));
  expect(renders).toEqual({});
});

test('another name or quality renders the cells that show it', async () => {
  const readings = show();
  await settle();
  renders = {};
  act(() => readings.set(3, aReading({ name: 'Drei', value: 3, quality: 'bad' })));
  expect(gridRows()[2]).toBe('Drei|3.0 (bad quality)');
  expect(renders).toEqual({ 'name 3': 1, 'value 3': 1 });
});

test('a table sorted by its values puts its rows in order again, once a second', async () => {
  const readings = show();
  fireEvent.click(screen.getByRole('button', { name: 'Value' }));
  await settle();
  act(() => readings.set(1, aReading({ name: 'One', value: 9 })));
  expect(gridRows()).toEqual(['One|9.0', 'Two|2.0', 'Three|3.0']);
  await settle(ORDER_MS);
  expect(gridRows()).toEqual(['Two|2.0', 'Three|3.0', 'One|9.0']);
});

test('a search finds values as they come', async () => {
  const readings = show();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '8' } });
  await settle(300);
  expect(screen.queryByRole('grid')).toBeNull();
  act(() => readings.set(3, aReading({ name: 'Three', value: 8 })));
  await settle(ORDER_MS);
  expect(gridRows()).toEqual(['Three|8.0']);
});
