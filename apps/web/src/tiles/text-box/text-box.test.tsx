import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { HOSTILE_TEXTS } from '#tiles/testing/hostile-texts.ts';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { canEditRichly } from './editor-extensions.ts';
import { markSubstitutions } from './substitution-node.tsx';
import { textBoxTile } from './tile.ts';

const P = '<img src=x onerror="globalThis.wasRun=1">';
const definition = { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'motor_current' }] };

function dashboard(reading = aReading({ value: 12.3456 })) {
  return { readings: new FixedReadings({ 5: reading }), attributes: { Station: 'Midland <b>4</b>' }, definition };
}

test('starts with 14 px and the decimals of its data items', () => {
  expect(settingsOf(textBoxTile)).toEqual({
    text: '',
    substitutions: {},
    decimals: null,
    fontSize: 14,
  });
});

test('values and attributes stand in the text', async () => {
  const text = '<p>{{dataItems.motor_current}} {{dataItems.motor_current.unit}} at {{attributes.station}}</p>';
  const { container } = await renderTile(textBoxTile, { text }, dashboard());
  expect(container.textContent).toBe('12.35 A at Midland <b>4</b>');
  expect(container.querySelector('b')).toBeNull();
});

test('a value changes in its place when a new one comes', async () => {
  const board = dashboard();
  const { container } = await renderTile(
    textBoxTile,
    { text: 'Now <b>{{dataItems.motor_current}}</b>', decimals: 1 },
    board,
  );
  expect(container.textContent).toBe('Now 12.3');
  act(() => board.readings.set(5, aReading({ value: 99 })));
  expect(container.textContent).toBe('Now 99.0');
});

test('what a path names may be renamed: the entry decides', async () => {
  const { container } = await renderTile(
    textBoxTile,
    { text: '{{dataItems.old}}', substitutions: { 'dataItems.old': { slotPath: [], dataItem: 5 } } },
    dashboard(),
  );
  expect(container.textContent).toBe('12.35');
});

test('a path that names nothing here reads - -', async () => {
  const { container } = await renderTile(
    textBoxTile,
    { text: '{{dataItems.gone}}|{{attributes.gone}}|{{}}' },
    dashboard(),
  );
  expect(container.textContent).toBe('- -|- -|{{}}');
});

test('markup in a value, an attribute or the text itself never becomes an element', async () => {
  const board = {
    readings: new FixedReadings({ 5: aReading({ isString: true, value: null, stringValue: P }) }),
    attributes: { Station: P },
    definition,
  };
  const text = `<p>{{dataItems.motor_current}} {{attributes.Station}}</p>${P}<script>globalThis.wasRun=1</script>`;
  const { container } = await renderTile(textBoxTile, { text }, board);
  expect(container.textContent).toContain(P);
  expect(container.querySelector('script, [onerror]')).toBeNull();
  expect(globalThis).not.toHaveProperty('wasRun');
});

test.each(HOSTILE_TEXTS)('%s stays a text in every place it can stand, viewed and edited (E2, E3)', async (hostile) => {
  const board = {
    readings: new FixedReadings({
      5: aReading({ isString: true, value: null, stringValue: hostile, name: hostile, unit: hostile }),
    }),
    attributes: { Station: hostile },
    definition: { slots: [], dataItemDefinitions: [{ dataItemId: 5, label: 'motor_current' }] },
  };
  const values = ['motor_current', 'motor_current.name', 'motor_current.unit'].map((path) => `{{dataItems.${path}}}`);
  const bag = {
    text: `<p title="${hostile}">${values.join('|')}|{{attributes.Station}}</p>${hostile}`,
    substitutions: { [hostile]: { attributeName: hostile } },
  };
  const { container } = await renderTile(textBoxTile, bag, board);
  expect(container.textContent).toContain([hostile, hostile, hostile, hostile].join('|'));
  const { view } = await renderEditor(textBoxTile, bag, board);
  for (const root of [container, view.container]) {
    expect(root.querySelector('script, iframe, form, svg[onload], [onerror], [href^="javascript"]')).toBeNull();
  }
  expect(globalThis).not.toHaveProperty('wasRun');
});

test('bad quality is told in words and marked', async () => {
  const { container } = await renderTile(
    textBoxTile,
    { text: '{{dataItems.motor_current}}' },
    dashboard(aReading({ quality: 'bad' })),
  );
  expect(container.querySelector('[data-doubt=bad]')?.getAttribute('title')).toBe('bad quality');
});

test('links open elsewhere and take nothing along; calls of the portal’s own API are dropped', async () => {
  const text = '<a href="https://example.org/">manual</a> <a href="/api/auth/logout">out</a>';
  await renderTile(textBoxTile, { text }, dashboard());
  expect(screen.getByRole('link', { name: 'manual' }).getAttribute('rel')).toBe('noopener noreferrer');
  expect(screen.getByText('out').getAttribute('href')).toBeNull();
});

test('an empty text says what to do', async () => {
  await renderTile(textBoxTile, {}, dashboard());
  expect(screen.getByText(/No text yet/)).toBeDefined();
});

test('the editor takes variable paths as pieces of their own, and markup only as it may be', () => {
  expect(markSubstitutions(`<p>a {{dataItems.x}} b</p>${P}`)).toBe(
    '<p>a <span data-path="dataItems.x"></span> b</p><img src="x">',
  );
});

test('a text that the rich editor would lose parts of is edited as HTML', async () => {
  expect(canEditRichly('<p>a <b>b</b></p><ul><li>c</li></ul>')).toBe(true);
  expect(canEditRichly('<table><tr><td>a</td></tr></table>')).toBe(false);
  const { changes } = await renderEditor(textBoxTile, { text: '<table><tr><td>a</td></tr></table>' }, dashboard());
  fireEvent.change(screen.getByLabelText('HTML'), { target: { value: '<table></table>' } });
  expect(changes.at(-1)).toMatchObject({ text: '<table></table>' });
});

test.each([
  ['<p style="text-align: center">a <span style="color: #ff0000">b</span></p>', true],
  ['<p class="ql-align-center" data-x="1">a</p>', true],
  ['<p style="position: fixed">a</p>', true],
  ['<p><a href="https://example.com" target="_blank">a</a> <img src="x.png" alt="" width="20"></p>', true],
  ['<p style="text-align: justify">a</p>', false],
  ['<p><span style="font-size: 32px">a</span></p>', false],
  ['<p><span style="background-color: red">a</span></p>', false],
  ['<h2 style="color: red">a</h2>', false],
  ['<p title="b">a</p>', false],
  ['<p><img src="x.png" style="width: 50%"></p>', false],
])('%s can be edited richly: %s', (html, expected) => {
  expect(canEditRichly(html)).toBe(expected);
});

test('the rich editor shows live values within the text', async () => {
  const { view } = await renderEditor(textBoxTile, { text: '<p>Now {{dataItems.motor_current}}</p>' }, dashboard());
  expect(view.container.querySelector('.ProseMirror')?.textContent).toBe('Now motor_current12.35');
});

/** As a pointer does: popovers close when it goes down outside of them, before the click. */
function press(element: HTMLElement): void {
  fireEvent.mouseDown(element);
  fireEvent.click(element);
}

test('a live value chosen from the picker is written into the text, with what it stands for', async () => {
  const { changes, view } = await renderEditor(textBoxTile, { text: '<p>Now </p>' }, dashboard());
  press(screen.getByRole('button', { name: 'Insert live value' }));
  press(await screen.findByRole('button', { name: /Choose data item/ }));
  press(await screen.findByRole('option'));
  press(await screen.findByRole('button', { name: 'Insert' }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toMatchObject({
    substitutions: { 'dataItems.motor_current': { slotPath: [], dataItem: 5, property: 'value' } },
  });
  expect(changes[0]?.text).toContain('{{dataItems.motor_current}}');
  await waitFor(() => expect(view.container.querySelector('.ProseMirror')?.textContent).toContain('12.35'));
});
