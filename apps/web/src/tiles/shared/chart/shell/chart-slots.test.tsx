import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fastGraphTile } from '#tiles/fast-graph/tile.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { AskedSeries, forgetChart, frame, readings } from '../testing/chart.tsx';

afterEach(forgetChart);

const pump = { slots: [], dataItemDefinitions: [{ dataItemId: 1, label: 'motor_current' }] };
const definition = {
  dataItemDefinitions: [],
  slots: [
    { slotId: 11, name: 'Main', assetDefinition: pump },
    {
      slotId: 12,
      name: 'Train B',
      systemDefinition: { slots: [{ slotId: 21, name: 'Spare', assetDefinition: pump }], dataItemDefinitions: [] },
    },
  ],
};

test('on a system’s dashboard each series says the slots that lead to it', async () => {
  const series = [
    { slotPath: [11], dataItem: 1 },
    { slotPath: [12, 21], dataItem: 1 },
  ];
  await renderTile(
    fastGraphTile,
    { title: 'Pumps', series },
    {
      readings,
      series: new AskedSeries(frame),
      definition,
      zone: 'America/Chicago',
    },
  );
  const legend = within(await screen.findByRole('list', { name: 'Series' }));
  expect(await legend.findByText('Main › Motor current')).toBeDefined();
  expect(legend.getByText('Train B › Spare › Motor current')).toBeDefined();
});
