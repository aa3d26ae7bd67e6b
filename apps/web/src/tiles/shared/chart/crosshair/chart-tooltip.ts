import type { ItemDisplay } from '@telltale/contract';
import { formatDateTimeExact, zoneName } from '@telltale/domain';
import marks from '../draw/series-mark.module.css';
import { type ChartMark, MARK_SIGNS } from '../model/chart-marks.ts';
import { seriesText } from '../model/described.ts';
import classes from './chart-tooltip.module.css';
import { placeTooltip } from './tooltip-place.ts';

export interface TooltipRow {
  label: string;
  unit: string;
  colour: string;
  value: number;
  decimals: number;
  /** How the data item is described: some values have words. */
  display?: ItemDisplay | undefined;
  /** Place of the point on the plot: rows stand in the order of their lines. */
  topPx: number;
  /** Pixels from the left edge of the plot. */
  leftPx: number;
}

export interface TooltipContent {
  timeMs: number;
  zone: string;
  rows: TooltipRow[];
  /** Alarms and events at this moment. */
  notes: readonly { label: string; colour: string; kind?: ChartMark['kind'] }[];
  /** How many stored points lie behind the pixel; undefined: not known yet, and 1 goes without saying. */
  points: number | undefined;
}

/** The box beside the crosshair. Plain DOM, text only: it changes with every move of the mouse. */
export class ChartTooltip {
  readonly #box = document.createElement('div');
  readonly #time = document.createElement('div');
  readonly #rows = document.createElement('div');
  readonly #notes = document.createElement('div');
  readonly #points = document.createElement('div');

  constructor(parent: HTMLElement) {
    this.#box.className = classes.tooltip ?? '';
    this.#time.className = classes.time ?? '';
    this.#rows.className = classes.rows ?? '';
    this.#points.className = classes.points ?? '';
    this.#box.append(this.#time, this.#rows, this.#notes, this.#points);
    this.#box.hidden = true;
    parent.append(this.#box);
  }

  /** Shows what the crosshair stands on, beside a place of the plot. */
  show(content: TooltipContent, at: { left: number; top: number }, plot: { width: number; height: number }): void {
    const { timeMs, zone, rows, notes } = content;
    if (rows.length === 0 && notes.length === 0) {
      this.hide();
      return;
    }
    this.#time.textContent = `${formatDateTimeExact(timeMs, zone)} ${zoneName(timeMs, zone)}`;
    rows.sort((a, b) => a.topPx - b.topPx);
    this.#rows.replaceChildren(...rows.flatMap(rowCells));
    this.#notes.replaceChildren(...notes.map(noteLine));
    this.setPoints(content.points);
    this.#box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.#box;
    const points = rows.map(({ leftPx, topPx }) => ({ left: leftPx, top: topPx }));
    const { left, top } = placeTooltip({ at, box: { width, height }, plot, points });
    this.#box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  /** The count comes later than the rest, once the portal has answered it. */
  setPoints(points: number | undefined): void {
    const isTold = points !== undefined && points > 1;
    this.#points.textContent = isTold ? `${points.toLocaleString('en-US')} points behind this pixel` : '';
  }

  setPointsUnknown(): void {
    this.#points.textContent = 'How many points lie behind this pixel could not be asked.';
  }

  hide(): void {
    this.#box.hidden = true;
  }

  remove(): void {
    this.#box.remove();
  }
}

function rowCells({ label, unit, colour, value, decimals, display }: TooltipRow): HTMLElement[] {
  const mark = document.createElement('span');
  mark.className = marks.mark ?? '';
  mark.style.background = colour;
  return [
    mark,
    cell(label, classes.label),
    cell(seriesText(display, value, decimals), classes.value),
    cell(unit, marks.unit),
  ];
}

function noteLine({ label, colour, kind = 'alarm' }: TooltipContent['notes'][number]): HTMLElement {
  const line = document.createElement('div');
  line.className = classes.note ?? '';
  const mark = cell(MARK_SIGNS[kind], undefined);
  mark.style.color = colour;
  line.append(mark, cell(label, classes.label));
  return line;
}

function cell(text: string, className: string | undefined): HTMLElement {
  const element = document.createElement('span');
  element.className = className ?? '';
  element.textContent = text;
  return element;
}
