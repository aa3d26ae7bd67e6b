import '#testing/setup.ts';
import { hourlyCells } from '@telltale/domain';
import { expect, test } from 'vitest';
import { hourMark, spansAt } from './hour-mark.ts';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const cells = hourlyCells(
  ['19T07:00', '20T07:15', '20T09:00'].map((time) => ({ startMs: at(time), count: 1, sum: 1, min: 1, max: 1 })),
  'UTC',
  7,
  9,
);
const END = at('20T09:40');

/** A text in an element that is marked so. */
function aPlace(marks: object): Element {
  const [element, text] = [document.createElement('div'), document.createElement('span')];
  for (const [name, value] of Object.entries(marks)) element.setAttribute(name, String(value));
  element.append(text);
  return text;
}

test.each([
  ['a cell is its hour', hourMark(7, '2026-11-20'), [['20T07:00', '20T08:00']]],
  [
    'a box is that hour of every day, the newest first',
    hourMark(7),
    [
      ['20T07:00', '20T08:00'],
      ['19T07:00', '19T08:00'],
    ],
  ],
  ['an hour that is not over ends where what is known does', hourMark(9), [['20T09:00', '20T09:40']]],
  [
    'anything else is every hour',
    {},
    [
      ['20T09:00', '20T09:40'],
      ['20T07:00', '20T08:00'],
      ['19T07:00', '19T08:00'],
    ],
  ],
  ['an hour without values is none', hourMark(8), []],
])('%s', (_what, mark, expected) => {
  const spans = spansAt(aPlace(mark), cells, END).map(({ fromMs, toMs }) => [fromMs, toMs]);
  expect(spans).toEqual(expected.map((span) => span.map((time) => at(time))));
});
