import { describe, expect, it, test } from 'vitest';
import { findTile } from '#tiles/registry.ts';
import { slotItems } from '../saving/slot-items.ts';
import { defaultDashboard, systemDashboard } from './default-dashboard.ts';

let ids = 0;
const newId = () => `id ${++ids}`;
const at = (slotPath: number[], ...dataItemIds: number[]) =>
  dataItemIds.map((dataItemId) => ({ slotPath, dataItemId }));

test('that of an asset shows its first data items in the four tiles', () => {
  const { tabs } = defaultDashboard(
    [1, 2, 3, 4].map((dataItemId) => ({ dataItemId })),
    findTile,
    newId,
  );
  const tiles = tabs[0]?.tiles ?? [];
  expect(tiles.map(({ properties }) => properties.type.value)).toEqual([
    'Indicator',
    'FastGraph',
    'Gauge',
    'AdvancedGraph',
  ]);
  expect(tiles[0]?.properties).toMatchObject({ slotPath: [], dataItem: 1 });
  expect(tiles[1]?.properties.series).toHaveLength(3);
  expect(tiles[3]?.dataGrid).toMatchObject({ w: 64 });
});

describe('that of a system', () => {
  it('holds what is first in each slot against each other, and has a row for each slot', () => {
    const { tabs } = systemDashboard([at([11], 1, 2, 3, 4), at([12, 21], 1)], findTile, newId);
    const tiles = tabs[0]?.tiles ?? [];
    expect(tiles[1]?.properties.series).toMatchObject([
      { slotPath: [11], dataItem: 1 },
      { slotPath: [12, 21], dataItem: 1 },
    ]);
    const rows = tiles.slice(4);
    expect(rows.map(({ dataGrid: { x, y } }) => [x, y])).toEqual([
      [0, 60],
      [32, 60],
      [64, 60],
      [0, 72],
    ]);
    expect(rows[3]?.properties).toMatchObject({ slotPath: [12, 21], dataItem: 1 });
  });

  it('without anything in its slots has the four tiles', () => {
    expect(systemDashboard([], findTile, newId).tabs[0]?.tiles).toHaveLength(4);
  });

  it('takes numeric items of what stands in a slot, and of an empty one what its definition names', async () => {
    const kind = (...dataItemIds: number[]) => ({
      slots: [],
      dataItemDefinitions: dataItemIds.map((dataItemId) => ({ dataItemId, label: `item ${dataItemId}` })),
    });
    const tree = {
      dataItemDefinitions: [],
      slots: [
        {
          slotId: 1,
          name: 'Pair',
          systemDefinition: { slots: [{ slotId: 5, name: 'A', assetDefinition: kind(7) }], dataItemDefinitions: [] },
        },
        { slotId: 2, name: 'Filled', assetDefinition: kind(1, 2) },
        { slotId: 3, name: 'Silent', assetDefinition: kind(3) },
        { slotId: 4, name: 'Of nothing', assetDefinition: kind() },
      ],
    };
    const filled = [
      { assetId: 20, slotPath: [2] },
      { assetId: 30, slotPath: [3] },
    ];
    const items = await slotItems(tree, filled, async (assetId) =>
      assetId === 20 ? [{ dataItemId: 2, isString: false }] : [],
    );
    expect(items).toEqual([at([2], 2), at([3], 3), at([1, 5], 7)]);
  });

  it('leaves out what is sent as text, in slots that are empty or have sent nothing else, too', async () => {
    const assetDefinition = {
      slots: [],
      dataItemDefinitions: [1, 2].map((dataItemId) => ({ dataItemId, label: `item ${dataItemId}` })),
    };
    const slots = [1, 2, 3].map((slotId) => ({ slotId, name: `Slot ${slotId}`, assetDefinition }));
    const filled = [{ assetId: 30, slotPath: [3] }];
    const items = await slotItems({ dataItemDefinitions: [], slots }, filled, async () => [
      { dataItemId: 1, isString: true },
    ]);
    expect(items).toEqual([at([1], 2), at([2], 2), at([3], 2)]);
  });
});
