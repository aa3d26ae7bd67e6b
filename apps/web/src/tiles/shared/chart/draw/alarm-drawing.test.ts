import { expect, test } from 'vitest';
import { drawStretches, drawThresholds } from './alarm-drawing.ts';

/** Says what was drawn with it. */
function aCanvas() {
  const drawn: string[] = [];
  let y = 0;
  const ctx = new Proxy(
    {
      fillRect: (...place: number[]) => drawn.push(`rect ${place.join(' ')}`),
      moveTo: (_x: number, at: number) => {
        y = at;
      },
      stroke: () => drawn.push(`line ${y}`),
      fillText: (text: string) => drawn.push(text),
    } as Record<string, unknown>,
    { get: (target, name) => target[String(name)] ?? (() => undefined), set: () => true },
  );
  return { ctx: ctx as unknown as CanvasRenderingContext2D, drawn };
}

const bbox = { left: 10, top: 0, width: 100, height: 100 };
const line = (value: number, label: string, series = 0) => ({ value, label, series, colour: 'red' });

test('what was open is drawn within the plot, and what is open until now', () => {
  const { ctx, drawn } = aCanvas();
  const stretches = [
    { from: -50, to: 5, colour: 'a' },
    { from: 20, to: 20.1, colour: 'b' },
    { from: 60, to: Number.POSITIVE_INFINITY, colour: 'c' },
    { from: 200, to: 300, colour: 'd' },
  ];
  drawStretches(stretches, { ctx, bbox, pixelRatio: 1, toX: (time) => time + 10, nowS: 90 });
  expect(drawn).toEqual([
    ...['rect 10 0 5 100', 'rect 10 0 5 3'],
    // Less than a pixel, and there all the same.
    ...['rect 30 0 1 100', 'rect 30 0 1 3'],
    ...['rect 70 0 30 100', 'rect 70 0 30 3'],
  ]);
});

test('thresholds of series in sight are drawn, each name where there is room for it', () => {
  const { ctx, drawn } = aCanvas();
  const thresholds = [
    line(50, 'Mid > 50'),
    line(52, 'Near > 52'),
    line(5, 'Highest > 5'),
    line(150, 'Out of sight > 150'),
    line(80, 'Hidden > 80', 1),
    line(Number.NaN, 'Nowhere'),
  ];
  const isShown = [true, false];
  drawThresholds(thresholds, { ctx, bbox, pixelRatio: 1, toY: (value) => value, isShown, textColour: '#fff' });
  expect(drawn).toEqual(['line 50', 'Mid > 50', 'line 52', 'line 5']);
});
