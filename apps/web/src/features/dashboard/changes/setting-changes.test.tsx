import '#testing/setup.ts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { SettingChanges } from './SettingChanges.tsx';

test('a data item is told by what people read of it, one that is not here by its id', () => {
  const dataItemDefinitions = [{ dataItemId: 5, label: 'PT-101', alias: 'Wellhead' }];
  const changes = [
    { path: 'series[0].dataItem', before: 5, after: 99 },
    { path: 'decimals', before: 5, after: undefined },
  ];
  render(
    <TestDashboard definition={{ slots: [], dataItemDefinitions }}>
      <SettingChanges changes={changes} sides={['Before', 'After']} />
    </TestDashboard>,
  );
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual(['SettingBeforeAfter', 'series[0].dataItemWellhead99', 'decimals5(not set)']);
});
