// @vitest-environment jsdom
import '#testing/setup.ts';
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
  leftPx: 0,
});

function tooltipOf(rows: TooltipRow[], notes: { label: string; colour: string }[] = []) {
  const parent = document.createElement('div');
  const tooltip = new ChartTooltip(parent);
  const content = {
    timeMs: Date.UTC(2026, 10, 20, 18, 0, 0, 250),
    zone: 'America/Chicago',
    rows,
    notes,
    points: undefined,
  };
  tooltip.show(content, { left: 10, top: 10 }, { width: 800, height: 300 });
  return { parent, tooltip, box: parent.firstElementChild as HTMLElement };
}

test('writes the moment in the zone of the dashboard', () => {
  expect(tooltipOf([row('a', 5)]).box.textContent).toBe('2026-11-20 12:00:00.250 CSTa1.50A');
});

test('lists series in the order of their lines, from the top', () => {
  const { parent } = tooltipOf([row('low', 200), row('high', 20), row('middle', 100)]);
  expect(parent.textContent).toMatch(/high.*middle.*low/);
});

test('markup in a name or a unit stays text (E5)', () => {
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

test('tells how many points lie behind the pixel, once there is more than one', () => {
  const { tooltip, box } = tooltipOf([row('a', 5)]);
  tooltip.setPoints(1);
  expect(box.textContent).not.toContain('points');
  tooltip.setPoints(14_400);
  expect(box.textContent).toContain('14,400 points behind this pixel');
});

test('tells of an alarm where no line has a point, as text', () => {
  const { box } = tooltipOf([], [{ label: HOSTILE, colour: 'red' }]);
  expect(box.hidden).toBe(false);
  expect(box.querySelector('img')).toBeNull();
  expect(box.textContent).toContain(HOSTILE);
});
