import { PLAIN_DISPLAY } from '@telltale/contract';
import { UserUnits } from '@telltale/domain/units/user-units.ts';
import { expect, test } from 'vitest';
import { chartSettingsSchema } from './chart-settings.ts';
import { chartSpec } from './chart-spec.ts';

const palette = ['#111111', '#222222'];
const names = [
  { name: 'Current', unit: 'A' },
  { name: 'Pressure', unit: 'psi' },
  { name: '', unit: '' },
];

function specOf(stored: Record<string, unknown>, given = names) {
  return chartSpec({ settings: chartSettingsSchema.parse(stored), names: given, palette, zone: 'UTC' });
}

test('series without a colour take the palette’s in turn, others keep their own', () => {
  const { series } = specOf({ series: [{}, { color: '#abc' }, {}] });
  expect(series.map(({ colour }) => colour)).toEqual(['#111111', '#abc', '#111111']);
});

test('a series stands on the axis that it names, else on the first', () => {
  const { series } = specOf({
    axes: [{ label: 'Left' }, { label: 'Right' }],
    series: [{ axis: { label: 'Right' } }, { axis: { label: 'Gone' } }, {}],
  });
  expect(series.map(({ axis }) => axis)).toEqual([1, 0, 0]);
});

test('without axes there is one for each unit, and the grid is the first one’s', () => {
  expect(specOf({ series: [{}] }).axes).toEqual([{ label: 'A', min: null, max: null, hasGrid: true, isLog: false }]);
  const { axes, series } = specOf({ series: [{}, {}, {}] });
  expect(axes.map(({ label, hasGrid }) => [label, hasGrid])).toEqual([
    ['A', true],
    ['psi', false],
  ]);
  expect(series.map(({ axis }) => axis)).toEqual([0, 1, 0]);
});

test('units are on four axes at most, and without any there is one axis', () => {
  const many = Array.from({ length: 7 }, (_, index) => ({ name: `${index}`, unit: `u${index}` }));
  const { axes, series } = specOf({ series: many.map(() => ({})) }, many);
  expect(axes.map(({ label }) => label)).toEqual(['u0', 'u1', 'u2', 'u3']);
  expect(series.map(({ axis }) => axis)).toEqual([0, 1, 2, 3, 0, 0, 0]);
  expect(specOf({ series: [] }).axes.map(({ label }) => label)).toEqual(['']);
});

test('an own axis without a label shows the unit that all its series share', () => {
  const axes = [{ label: '' }];
  expect(specOf({ axes, series: [{}] }).axes[0]?.label).toBe('A');
  expect(specOf({ axes, series: [{}, {}] }).axes[0]?.label).toBe('');
});

test('limits that leave no room mean automatic', () => {
  expect(specOf({ axes: [{ label: 'a', min: 5, max: 5 }] }).axes[0]).toMatchObject({ min: null, max: null });
});

test.each([
  [true, '#111111'],
  ['#0f0', '#0f0'],
  ['url(x)', '#111111'],
  [false, null],
  ['', null],
])('a fill of %j is drawn as %s', (fill, drawn) => {
  expect(specOf({ series: [{ fill }] }).series[0]?.fill).toBe(drawn);
});

test('a series without a data item says so', () => {
  expect(specOf({ series: [{}, {}, {}] }).series[2]?.label).toBe('Choose data item');
});

const limit = (at: number, color = '', severity = 5) => ({ limit: at, color, severity });
const described = {
  ...PLAIN_DISPLAY,
  decimals: 1,
  bands: { lowLow: null, low: null, high: limit(80), highHigh: limit(95, '#112233', 9) },
};

test('an axis has the decimals of its data items, where all of its series are described', () => {
  const [current, pressure] = [
    { ...names[0], display: described } as (typeof names)[number],
    { ...names[1], unit: 'A', display: { ...described, decimals: 3 } } as (typeof names)[number],
  ];
  expect(specOf({ series: [{}] }, [current]).axes[0]?.decimals).toBe(1);
  expect(specOf({ series: [{}, {}] }, [current, pressure]).axes[0]?.decimals).toBe(3);
  expect(specOf({ series: [{}, {}] }, [current, { name: 'Plain', unit: 'A' }]).axes[0]?.decimals).toBeUndefined();
});

test('bands have the colour of their severity where they have none of their own', () => {
  const { series } = chartSpec({
    settings: chartSettingsSchema.parse({ series: [{}] }),
    names: [{ name: 'Pressure', unit: 'psi', display: described }],
    palette,
    zone: 'UTC',
    bandColour: ({ color, severity }) => color || `severity ${severity}`,
  });
  const { high, highHigh } = series[0]?.display?.bands ?? {};
  expect([high?.color, highHigh?.color]).toEqual(['severity 5', '#112233']);
});

test('for who reads bar an axis of its author is in bar, in label and ends; one by itself is called what is shown', () => {
  const conversion = new UserUnits({ system: 'sent', units: { pressure: 'bar' } }).conversionOf('psi');
  if (conversion === undefined) throw new Error('There is a way from psi to bar.');
  const inBar = [{ name: 'Pressure', unit: 'bar', conversion }];
  const axes = (label: string) => specOf({ axes: [{ label, min: 0, max: 145.0377 }], series: [{}] }, inBar).axes;
  expect(axes('Pressure (psi)')).toMatchObject([{ label: 'Pressure (bar)', min: 0, max: expect.closeTo(10, 5) }]);
  expect(axes('Pressure')).toMatchObject([{ label: 'Pressure (bar)' }]);
  expect(axes('')).toMatchObject([{ label: 'bar' }]);
  expect(specOf({ series: [{}] }, inBar).axes).toMatchObject([{ label: 'bar', min: null, max: null }]);
});
