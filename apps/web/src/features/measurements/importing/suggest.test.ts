import { expect, it } from 'vitest';
import { suggested } from './suggest.ts';

const channel = (name: string, unit = '') => ({ name, unit, type: 'float64', whyUnread: null, count: 3 });
const item = (dataItemId: number, label: string, unit = '', more = {}) => ({
  dataItemId,
  label,
  alias: '',
  unit,
  ...more,
});

it.each([
  ['the same name, however it is written', [channel('P-PDG')], [item(1, 'p pdg')], [['P-PDG', 1]]],
  ['its alias', [channel('Casing')], [item(1, 'AI07', '', { alias: 'casing' })], [['Casing', 1]]],
  [
    'the same name before one that is within',
    [channel('Pressure top'), channel('Pressure')],
    [item(1, 'Pressure')],
    [['Pressure', 1]],
  ],
  [
    'a name within another',
    [channel('Pressure top (north)')],
    [item(1, 'Pressure top')],
    [['Pressure top (north)', 1]],
  ],
  ['no data item twice', [channel('Torque 1'), channel('Torque 2')], [item(1, 'Torque')], [['Torque 1', 1]]],
  ['nothing of another kind of unit', [channel('Pressure', 'psi')], [item(1, 'Pressure', '°C')], []],
  ['nothing that is calculated', [channel('Pressure')], [item(1, 'Pressure', '', { isCalculated: true })], []],
  ['nothing by two letters', [channel('Ta')], [item(1, 'Tank')], []],
  ['no channel without values', [{ ...channel('Pressure'), count: 0 }], [item(1, 'Pressure')], []],
  ['no channel that is not read', [{ ...channel('Pressure'), whyUnread: 'x' }], [item(1, 'Pressure')], []],
] as const)('suggests %s', (_what, channels, items, found) => {
  expect([...suggested(channels, items as never)]).toEqual(found);
});
