import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TileIdContext } from '#tile-kit/frame/tile-choice.tsx';
import { TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { settingsOf } from '#tiles/testing/render-tile.tsx';
import { dynamicGraphTile } from './tile.ts';

const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 5, label: 'pressure' },
    { dataItemId: 6, label: 'flow' },
  ],
};
const saved = { series: [{ slotPath: [], dataItem: 5 }] };

/** The tile as it stands on a dashboard; without an id, as in the preview of its form. */
async function show(tileId: string | undefined) {
  const View = await dynamicGraphTile.loadView();
  await act(async () =>
    render(
      <MantineProvider env="test">
        <TestDashboard definition={definition}>
          <TileIdContext value={tileId}>
            <View settings={settingsOf(dynamicGraphTile, saved)} size={{ width: 600, height: 300 }} />
          </TileIdContext>
        </TestDashboard>
      </MantineProvider>,
    ),
  );
}
async function chooseFlowToo() {
  fireEvent.click(screen.getByRole('button', { name: '1 Selected' }));
  fireEvent.click(await screen.findByRole('option', { name: /^flow/ }));
}
const address = () => new URLSearchParams(window.location.search);

beforeEach(() => window.history.replaceState(null, '', '/assets/7/dashboard?t=now'));
afterEach(cleanup);

test('what is chosen on the tile stands in the address, beside what stands there already', async () => {
  await show('one');
  await chooseFlowToo();
  expect(screen.getByRole('button', { name: '2 Selected' })).toBeDefined();
  expect(address().get('tile.one')).toBe('5,6');
  expect(address().get('t')).toBe('now');
});

test('an address that names data items shows them, until the saved ones are asked for', async () => {
  window.history.replaceState(null, '', '/assets/7/dashboard?tile.one=6,5&tile.two=6');
  await show('one');
  expect(screen.getByRole('button', { name: '2 Selected' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Data items as saved' }));
  expect(screen.getByRole('button', { name: '1 Selected' })).toBeDefined();
  expect(address().has('tile.one')).toBe(false);
  expect(address().get('tile.two')).toBe('6');
});

test('the choice in the preview of a form leaves the address alone', async () => {
  await show(undefined);
  await chooseFlowToo();
  expect(screen.getByRole('button', { name: '2 Selected' })).toBeDefined();
  expect(window.location.search).toBe('?t=now');
});
