import { dashboardDocumentSchema } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig, writeConfig } from './read-config.ts';

function counter() {
  let count = 0;
  return () => `new-${++count}`;
}

const read = (document: unknown) => readConfig(JSON.stringify(document), counter()).model;
const rewritten = (text: string) => JSON.parse(writeConfig(readConfig(text, counter()).model));

const aDocument = {
  tabs: [
    { id: 'a', name: 'Overview', order: 0, colour: 'teal' },
    { id: 'b', name: 'Details', order: 1, permissionId: 58, xxs: false },
  ],
  tiles: {
    a: [
      {
        id: 't1',
        properties: { type: { name: 'Dial Gauge', value: 'Gauge', default: false }, min: 0, future: { deep: [1] } },
        dataGrid: { x: 0, y: 0, w: 20, h: 20 },
        owner: 'ada',
      },
    ],
    b: [],
  },
  layouts: { a: { lg: [{ i: 't1', x: 4, y: 0, w: 30, h: 30, moved: false, note: 'x' }], xl: [{ i: 't1' }] } },
  background: '#123456',
};

describe('a stored dashboard', () => {
  test('is read with its tabs in order, its tiles and its layouts', () => {
    const model = read({ ...aDocument, tabs: aDocument.tabs.toReversed() });
    expect(model.tabs.map(({ tab }) => tab.name)).toEqual(['Overview', 'Details']);
    expect(model.tabs[0]?.tiles.map(({ id }) => id)).toEqual(['t1']);
    expect(model.tabs[0]?.layouts.lg).toMatchObject([{ i: 't1', x: 4, w: 30 }]);
    expect(model.tabs[1]?.tab).toMatchObject({ permissionId: 58, xxs: false });
  });

  test('is written back with every key it came with', () => {
    const text = JSON.stringify(aDocument);
    const back = rewritten(text);
    expect(back.background).toBe('#123456');
    expect(back.tabs).toEqual(aDocument.tabs);
    expect(back.tiles).toEqual(aDocument.tiles);
    expect(back.layouts.a.xl).toEqual([{ i: 't1' }]);
    expect(back.layouts.a.lg[0].note).toBe('x');
  });

  test('of unknown tile types keeps them whole', () => {
    const tile = {
      id: 'x',
      properties: { type: { name: 'Hologram', value: 'Hologram' }, beam: 3 },
      dataGrid: { x: 1, y: 2, w: 3, h: 4 },
    };
    const back = rewritten(
      JSON.stringify({ tabs: [{ id: 'a', name: 'A', order: 0 }], tiles: { a: [tile] }, layouts: {} }),
    );
    expect(back.tiles.a).toEqual([tile]);
  });

  test('keeps tiles and layouts of tabs that are gone, and entries that are no tiles', () => {
    const back = rewritten(JSON.stringify({ ...aDocument, tiles: { a: [7, 'odd'], gone: [{ id: 'g' }] } }));
    expect(back.tiles.gone).toEqual([{ id: 'g' }]);
    expect(back.tiles.a).toEqual([7, 'odd']);
  });
});

describe('a dashboard that another make of portal stored', () => {
  const tile = (id: string) => ({
    id,
    properties: { type: { name: 'Dial Gauge', value: 'Gauge' }, theirs: 1 },
    dataGrid: { x: 0, y: 0, w: 20, h: 20 },
  });
  const place = (i: string) => ({ i, x: 7, y: 0, w: 30, h: 30, moved: false, static: false });
  const named = [
    { id: 'a', name: 'A', order: 0 },
    { id: 'b', name: 'B', order: 1 },
  ];
  const unnamed = [
    { name: 'A', order: 0 },
    { name: 'B', order: 1 },
  ];
  const perTab = [[tile('t1')], [tile('t2'), tile('t3')]];
  const placesPerTab = [{ lg: [place('t1')] }, { lg: [place('t2')], sm: [place('t3')] }];

  test.each([
    ['in lists, one for each tab', named, perTab, placesPerTab],
    ['by the number of a tab that has an id', named, { ...perTab }, { ...placesPerTab }],
    ['in lists, of tabs without ids', unnamed, perTab, placesPerTab],
    ['by the id of the tab', named, { a: perTab[0], b: perTab[1] }, { a: placesPerTab[0], b: placesPerTab[1] }],
  ])('with its tiles and layouts %s is read whole and written back by tab', (_how, tabs, tiles, layouts) => {
    const text = JSON.stringify({ tabs, tiles, layouts, theme: 'their' });
    const { model } = readConfig(text);
    expect(model.tabs.map((tab) => tab.tiles.map(({ id }) => id))).toEqual([['t1'], ['t2', 't3']]);
    expect(model.tabs.map((tab) => tab.layouts.lg?.map(({ i, x }) => [i, x]))).toEqual([[['t1', 7]], [['t2', 7]]]);
    const back = JSON.parse(writeConfig(model));
    // `moved` and `static`, too, which mean nothing here.
    expect(Object.values(back.layouts)).toEqual(placesPerTab);
    expect(back.theme).toBe('their');
    expect(Object.values(back.tiles)).toEqual(perTab);
    expect(readConfig(JSON.stringify(back)).model.tabs).toEqual(model.tabs);
  });

  test('whose only tab does not name its tiles and layouts is read whole', () => {
    const { model } = readConfig(
      JSON.stringify({ tabs: [named[0]], tiles: [tile('t1'), tile('t2')], layouts: { lg: [place('t2')] } }),
    );
    expect(model.tabs[0]?.tiles.map(({ id }) => id)).toEqual(['t1', 't2']);
    expect(model.tabs[0]?.layouts.lg).toMatchObject([{ i: 't2', x: 7 }]);
  });
});

describe('what is wrong gets its default', () => {
  test('tabs without ids get some, with the tiles of their number', () => {
    const model = read({ tabs: [{ name: 'One' }, {}], tiles: { 1: [{ id: 't' }] } });
    expect(model.tabs.map(({ tab }) => [tab.id, tab.name, tab.order])).toEqual([
      ['new-1', 'One', 0],
      ['new-2', 'tab 2', 1],
    ]);
    expect(model.tabs[1]?.tiles[0]).toMatchObject({ id: 't', dataGrid: { x: 0, y: 0, w: 20, h: 20 } });
  });

  test('without tabs there is one named default', () => {
    expect(read({}).tabs.map(({ tab }) => tab.name)).toEqual(['default']);
    expect(read({ tiles: [{ id: 't' }] }).tabs[0]?.tiles[0]?.id).toBe('t');
  });

  test('a second tile of the same id gets its own', () => {
    const model = read({ tabs: [{ id: 'a' }], tiles: { a: [{ id: 't' }, { id: 't' }, {}] } });
    expect(model.tabs[0]?.tiles.map(({ id }) => id)).toEqual(['t', 'new-1', 'new-2']);
  });

  test('numbers of the grid are whole, finite and within bounds', () => {
    const grid = { x: -4, y: '7', w: 0, h: 1e9 };
    const model = read({ tabs: [{ id: 'a' }], tiles: { a: [{ id: 't', dataGrid: grid }] } });
    expect(model.tabs[0]?.tiles[0]?.dataGrid).toEqual({ x: 0, y: 7, w: 1, h: 100_000 });
  });

  test('layout items of tiles that are not there are left out', () => {
    const model = read({
      tabs: [{ id: 'a' }],
      tiles: { a: [{ id: 't' }] },
      layouts: { a: { lg: [{ i: 'u' }, { i: 't' }, 3] } },
    });
    expect(model.tabs[0]?.layouts.lg?.map(({ i }) => i)).toEqual(['t']);
  });

  test('whatever JSON is stored, what comes out is a document of the contract', () => {
    const part = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant({ a: [{ id: 't', properties: { type: 3 } }] }));
    fc.assert(
      fc.property(fc.record({ tabs: fc.oneof(part, fc.array(part)), tiles: part, layouts: part }), (document) => {
        const result = dashboardDocumentSchema.safeParse(JSON.parse(writeConfig(read(document))));
        // What is kept as unreadable is the one part that may be of another shape.
        const { model } = readConfig(JSON.stringify(document), counter());
        const keepsOddities = Object.keys(model.kept.tiles).length + Object.keys(model.kept.layouts).length > 0;
        expect(result.success || keepsOddities || model.tabs.some(({ kept }) => kept.tiles.length > 0)).toBe(true);
      }),
    );
  });

  test('reading what was written gives the same again', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (tiles, layouts) => {
        const first = writeConfig(read({ tabs: [{ id: 'a' }, { id: 'b' }], tiles, layouts }));
        expect(writeConfig(readConfig(first, counter()).model)).toBe(first);
      }),
    );
  });
});

describe('hostile text', () => {
  test.each([
    ['no JSON', '{oops', 'not JSON'],
    ['no object', '[1]', 'not an object'],
    ['nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'object'],
    ['an object nested too deep', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`, 'deeper than 64'],
  ])('%s is told and gives an empty dashboard (G5, G7)', (_name, text, problem) => {
    const result = readConfig(text, counter());
    expect(result.problem).toContain(problem);
    expect(result.model.tabs).toHaveLength(1);
  });

  test('keys named like parts of an object are names like any other, and nothing is polluted (G5)', () => {
    const text = `{
      "__proto__": {"polluted": 1},
      "tabs": [{"id": "__proto__", "name": "P", "order": 0}, {"id": "constructor", "name": "C", "order": 1}],
      "tiles": {"__proto__": [{"id": "t", "__proto__": {"polluted": 2}, "properties": {"type": {"name": "x", "value": "toString"}, "__proto__": {"polluted": 3}}, "dataGrid": {"x": 0, "y": 0, "w": 5, "h": 5}}]},
      "layouts": {"__proto__": {"lg": [{"i": "t", "x": 1, "y": 0, "w": 5, "h": 5, "__proto__": {"polluted": 4}}]}}
    }`;
    const { model } = readConfig(text, counter());
    expect(model.tabs[0]?.tiles).toHaveLength(1);
    expect(model.tabs[1]?.tiles).toHaveLength(0);
    expect(model.tabs[0]?.layouts.lg).toHaveLength(1);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(model.tabs[0]!.tiles[0]!.polluted).toBeUndefined();
    expect(JSON.parse(writeConfig(model))).toEqual(
      JSON.parse(
        text
          .replace('"layouts": {"__proto__"', '"layouts": {"constructor": {}, "__proto__"')
          .replace('"tiles": {', '"tiles": {"constructor": [], '),
      ),
    );
  });
});
