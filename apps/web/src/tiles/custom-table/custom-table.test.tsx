import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gridRows } from '#tiles/testing/grid-rows.ts';
import { HOSTILE_TEXTS } from '#tiles/testing/hostile-texts.ts';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { readColumns, readField, readRows } from './read-columns.ts';
import { customTableTile } from './tile.ts';

afterEach(() => void vi.unstubAllGlobals());
const DEFAULT_TEXT = 'Custom Table. Columns and/or data source needs to be filled out.';
const source = { url: '/api/ef/assets' };
const answers = (...replies: unknown[]) => {
  let at = 0;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(replies[Math.min(at++, replies.length - 1)]);
  });
  return asked;
};

describe('a column definition', () => {
  test.each([
    [
      'name depth',
      [
        { field: 'name', heading: 'name' },
        { field: 'depth', heading: 'depth' },
      ],
    ],
    ['Pump^Name', [{ field: 'Pump Name', heading: 'Pump Name' }]],
    [
      'a.b:Last^seen,c',
      [
        { field: 'a.b', heading: 'Last seen' },
        { field: 'c', heading: 'c' },
      ],
    ],
    [
      '["a", {"field": "b", "heading": "B"}]',
      [
        { field: 'a', heading: 'a' },
        { field: 'b', heading: 'B' },
      ],
    ],
    ['   ', []],
  ])('%s is read', (text, columns) => expect(readColumns(text)).toEqual(columns));

  test.each([
    ['a a', 'the column a stands there twice'],
    [':Heading', 'names no field'],
    ['a:', 'has no heading'],
    ['[{"x":1}]', 'a column without a field'],
    ['["a"', 'JSON'],
    [Array.from({ length: 101 }, (_, i) => `c${i}`).join(' '), 'more than 100 columns'],
  ])('%s is refused with the reason', (text, reason) => expect(() => readColumns(text)).toThrow(reason));
});

test.each([
  [0, 0],
  [1, 5],
  [5, 5],
  ['30', 30],
  [-3, 0],
])('a refresh interval of %s is used as %d seconds', (stored, used) => {
  expect(settingsOf(customTableTile, { refreshInterval: stored })).toMatchObject({ refreshInterval: used });
});

test.each([
  [{ a: { b: 1 } }, 'a.b', 1],
  [{ 'a.b': 2 }, 'a.b', 2],
  [{ a: null }, 'a', null],
  [{ a: Number.NaN }, 'a', null],
  [{ a: [1, 2] }, 'a', '[1,2]'],
  [{ a: true }, 'a', 'true'],
  [{}, 'constructor', null],
  [{}, '__proto__.toString', null],
])('of %j the field %s is %j', (row, field, value) => expect(readField(row, field)).toBe(value));

test.each([[null], [[]], [{}], ['x'], [[1]], [[null]], [[[1]]]])('%j is no list of rows', (data) => {
  expect(readRows(data)).toBeUndefined();
});

test('starts with a page of 10, and says what is missing', async () => {
  expect(settingsOf(customTableTile)).toMatchObject({ pageSize: 10, columns: '', title: '' });
  for (const bag of [{}, { columns: 'a' }, { fetch: source }]) {
    const { container, unmount } = await renderTile(customTableTile, bag);
    expect(container.textContent).toBe(DEFAULT_TEXT);
    unmount();
  }
});

test('shows fetched rows under their headings', async () => {
  const asked = answers([
    { name: 'Midland 7', at: { depth: 12 } },
    { name: 'Pecos', at: {} },
  ]);
  await renderTile(customTableTile, { columns: 'name:Pump^name at.depth:Depth', fetch: source, title: 'Pumps' });
  await screen.findByRole('grid', { name: 'Pumps' });
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['Pump name', 'Depth']);
  expect(gridRows()).toEqual(['Midland 7|12', 'Pecos|–']);
  expect(asked).toEqual(['/api/ef/assets']);
});

test('fetches again on demand, and keeps the rows meanwhile', async () => {
  answers([{ a: 1 }], [{ a: 2 }]);
  await renderTile(customTableTile, { columns: 'a', fetch: source });
  await screen.findByText('1');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(gridRows()).toEqual(['1']);
  await screen.findByText('2');
});

test.each([[{ rows: [] }], [[]], [[1, 2]], ['text']])('%j shows No data...', async (reply) => {
  answers(reply);
  await renderTile(customTableTile, { columns: 'a', fetch: source });
  expect(await screen.findByText('No data...')).toBeDefined();
});

test('a bad definition says so and asks for nothing', async () => {
  const asked = answers([]);
  const { container } = await renderTile(customTableTile, { columns: 'a a', fetch: source });
  expect(container.textContent).toBe('Invalid Input, please try again the column a stands there twice');
  expect(asked).toEqual([]);
});

test('what cannot be fetched is told, and can be tried again', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await renderTile(customTableTile, { columns: 'a', fetch: source });
  expect((await screen.findByRole('alert')).textContent).toContain('answered 503');
  answers([{ a: 'back' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('back')).toBeDefined();
});

test('rows stay in sight when they cannot be fetched again, and are said to be old', async () => {
  answers([{ a: 'kept' }]);
  await renderTile(customTableTile, { columns: 'a', fetch: source });
  await screen.findByText('kept');
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByText(/^Not refreshed: /)).textContent).toContain('answered 503');
  expect(gridRows()).toEqual(['kept']);
});

test.each(HOSTILE_TEXTS)('%s is text in headings, cells, errors and titles', async (hostile) => {
  answers([{ a: hostile }]);
  const columns = JSON.stringify([{ field: 'a', heading: hostile }]);
  const { container } = await renderTile(customTableTile, { columns, fetch: source, title: hostile });
  expect(await screen.findAllByText((_text, element) => element?.textContent === hostile)).not.toHaveLength(0);
  const bad = await renderTile(customTableTile, { columns: `${hostile} : ${hostile}`, fetch: source });
  for (const root of [container, bad.container]) {
    expect(root.querySelector('script, img, iframe, form, [onerror], [onload]')).toBeNull();
  }
  expect(globalThis).not.toHaveProperty('wasRun');
});

test('its editor shows what is wrong with the columns', async () => {
  const { changes } = await renderEditor(customTableTile, {});
  fireEvent.change(screen.getByLabelText('Columns'), { target: { value: 'a a' } });
  expect(screen.getByText('Invalid Input, please try again the column a stands there twice')).toBeDefined();
  expect(changes.at(-1)).toMatchObject({ columns: 'a a' });
});
