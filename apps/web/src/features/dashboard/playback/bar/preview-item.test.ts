import type { Tile } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { itemsOf, numericItem } from './preview-item.ts';

const tile = (properties: Record<string, unknown>) => ({ id: 'x', properties, dataGrid: {} }) as unknown as Tile;
const resolve = ({ slotPath, dataItem }: { slotPath: number[]; dataItem: number | null }) =>
  dataItem === null || slotPath.length > 0 ? undefined : { assetId: 7, dataItemId: dataItem };

describe('the item behind the scrubber', () => {
  const tiles = [
    tile({ text: 'no item', dataItem: null }),
    tile({ dataItem: 1 }),
    tile({ dataItem: 9, slotPath: [3] }),
    tile({ series: [{ slotPath: [], dataItem: 2 }, { dataItem: 3 }], title: null }),
  ];

  it('is found wherever tiles keep their selections', () => {
    expect(itemsOf(tiles, resolve).map(({ dataItemId }) => dataItemId)).toEqual([1, 2, 3]);
  });

  it('is the first that is a number', () => {
    const readings = new FixedReadings({
      1: aReading({ isString: true, value: null, stringValue: 'running' }),
      3: aReading({ value: 5 }),
    });
    expect(numericItem(itemsOf(tiles, resolve), readings)?.dataItemId).toBe(3);
    expect(numericItem([], readings)).toBeUndefined();
  });
});
