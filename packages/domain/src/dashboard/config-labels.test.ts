import { expect, it } from 'vitest';
import { labelsIn, withIds, withLabels } from './config-labels.ts';

const labels = new Map([
  [5, 'Pressure'],
  [7, 'Flow'],
]);
const idOf = (label: string) => [...labels].find(([, one]) => one === label)?.[0];

const config = {
  tiles: {
    tab: [
      { id: 't1', properties: { slotPath: [], dataItem: 5, title: 'dataItem' } },
      { id: 't2', properties: { series: [{ dataItem: '7', color: '#fff' }, { dataItem: null }] } },
      { id: 't3', properties: { flot: { dataItems: [5, 7, 99] }, effect: { dataItemId: 7 } } },
    ],
  },
};

it('names data items by label and finds them again by it, in another portal under other ids', () => {
  const named = withLabels(config, (id) => labels.get(id));
  expect(JSON.stringify(named)).not.toMatch(/"dataItem(Id)?":"?\d/);
  expect([...labelsIn(named)].sort()).toEqual(['Flow', 'Pressure']);
  expect(withIds(named, idOf)).toEqual({
    tiles: {
      tab: [
        config.tiles.tab[0],
        { id: 't2', properties: { series: [{ dataItem: 7, color: '#fff' }, { dataItem: null }] } },
        config.tiles.tab[2],
      ],
    },
  });
  const elsewhere = withIds(named, (label) => ({ Pressure: 105, Flow: 107 })[label]);
  expect(JSON.stringify(elsewhere)).toContain('"dataItem":105');
  expect(JSON.stringify(elsewhere)).toContain('"dataItems":[105,107,99]');
});

it('writes keys in one order, and looks no deeper than an object that only looks like a label', () => {
  expect(JSON.stringify(withLabels({ b: 1, a: { d: 1, c: 2 } }, () => undefined))).toBe('{"a":{"c":2,"d":1},"b":1}');
  expect(withIds({ dataItem: { $dataItem: 5 } }, () => 1)).toEqual({ dataItem: { $dataItem: 5 } });
  expect(withIds({ dataItem: { $dataItem: 'gone' } }, () => undefined)).toEqual({ dataItem: null });
  expect(Object.keys(withIds(JSON.parse('{"__proto__": {"x": 1}}'), () => 1) as object)).toEqual(['__proto__']);
});
