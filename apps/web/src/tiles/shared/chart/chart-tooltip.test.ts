// @vitest-environment jsdom
import '#app/testing/setup.ts';
import { expect, test } from 'vitest';
import { ChartTooltip, type TooltipRow } from './chart-tooltip.ts';

const HOSTILE = '<img src=x onerror="globalThis.wasRun=1">';
const row = (label: string, topPx: number): TooltipRow => ({
  label,
  unit: 'A',
  colour: 'red',
  value: 1.5,
  decimals: 2,
  topPx,
});

function tooltipOf(rows: TooltipRow[]) {
  const parent = document.createElement('div');
  const tooltip = new ChartTooltip(parent);
  const plot = { width: 800, height: 300 } as DOMRect;
  tooltip.show(Date.UTC(2026, 10, 20, 18, 0, 0, 250), 'America/Chicago', rows, { left: 10, top: 10 }, plot);
  return { parent, tooltip, box: parent.firstElementChild as HTMLElement };
}

test('writes the moment in the zone of the dashboard', () => {
  expect(tooltipOf([row('a', 5)]).box.textContent).toBe('2026-11-20 12:00:00.250 CSTa1.50A');
});

test('lists series in the order of their lines, from the top', () => {
  const { parent } = tooltipOf([row('low', 200), row('high', 20), row('middle', 100)]);
  expect(parent.textContent).toMatch(/high.*middle.*low/);
});

test('markup in a name or a unit stays text', () => {
  const { parent } = tooltipOf([{ ...row(HOSTILE, 5), unit: HOSTILE }]);
  expect(parent.querySelector('img')).toBeNull();
  expect(parent.textContent).toContain(HOSTILE);
});

test('without a point there is no box', () => {
  expect(tooltipOf([]).box.hidden).toBe(true);
  const { tooltip, box } = tooltipOf([row('a', 5)]);
  tooltip.hide();
  expect(box.hidden).toBe(true);
});
