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

test('an automatic axis shows the unit that all its series share', () => {
  expect(specOf({ series: [{}] }).axes).toEqual([{ label: 'A', min: null, max: null, hasGrid: true, isLog: false }]);
  expect(specOf({ series: [{}, {}] }).axes[0]?.label).toBe('');
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
