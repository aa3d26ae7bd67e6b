import { expect, test } from 'vitest';
import { type ChartMark, drawMarks } from './chart-marks.ts';

test('an event does not hide an alarm of the same moment', () => {
  const filled: string[] = [];
  const nothing = () => undefined;
  const ctx = {
    ...{ save: nothing, restore: nothing, setLineDash: nothing, beginPath: nothing, closePath: nothing },
    ...{ moveTo: nothing, lineTo: nothing, stroke: nothing, fillStyle: '' },
    fill(this: { fillStyle: string }) {
      filled.push(this.fillStyle);
    },
  } as unknown as CanvasRenderingContext2D;
  const mark = (kind: ChartMark['kind'], colour: string) => ({ time: 5, kind, label: '', colour }) as ChartMark;
  drawMarks([mark('alarm', 'red'), mark('event', 'blue')], {
    ctx,
    bbox: { left: 0, top: 0, width: 100, height: 50 },
    pixelRatio: 1,
    toX: (time) => time,
  });
  expect(filled).toEqual(['blue', 'red']);
});
