import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { type ChartSeries, chartSeriesSchema } from '../model/chart-settings.ts';
import { SeriesTable } from './SeriesTable.tsx';

function Table({ onChange }: { onChange: (series: ChartSeries[]) => void }) {
  const [series, setSeries] = useState(() => [1, 2, 3].map((dataItem) => chartSeriesSchema.parse({ dataItem })));
  const take = (next: ChartSeries[]) => {
    setSeries(next);
    onChange(next);
  };
  return <SeriesTable series={series} axes={[]} onChange={take} pageSize={2} />;
}

test('more series than a page has are edited page by page, and a new one is on the last', () => {
  const changes: (number | null)[][] = [];
  render(
    <MantineProvider env="test">
      <TestDashboard>
        <Table onChange={(series) => changes.push(series.map(({ dataItem }) => dataItem))} />
      </TestDashboard>
    </MantineProvider>,
  );
  expect(screen.queryByRole('button', { name: 'Remove Series 3' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Move Series 3 up' }));
  expect(changes.at(-1)).toEqual([1, 3, 2]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Series 3' }));
  expect(changes.at(-1)).toEqual([1, 3]);
  fireEvent.click(screen.getByRole('button', { name: 'Add series' }));
  expect(changes.at(-1)).toEqual([1, 3, null]);
  expect(screen.getByRole('button', { name: 'Remove Series 3' })).toBeDefined();
});
