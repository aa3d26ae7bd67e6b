import { expect, test } from 'vitest';
import { readPart } from './dashboard-path.ts';

const full = { kind: 'full' };
test.each([
  ['', undefined, full],
  ['7', 7, full],
  ['7/', 7, full],
  ['7/tile/t%202', 7, { kind: 'tile', tileId: 't 2' }],
  ['7/tile/%', 7, { kind: 'tile', tileId: '%' }],
  ['7/tabs/1', 7, { kind: 'tab', tabIndex: 1 }],
  ['7/tabs/one', undefined, full],
  ['7/elsewhere', undefined, full],
  ['elsewhere', undefined, full],
  ['-7', undefined, full],
])('below a dashboard, "%s" shows dashboard %s, %o', (rest, dashboardId, part) => {
  expect(readPart(rest)).toEqual({ dashboardId, part });
});
