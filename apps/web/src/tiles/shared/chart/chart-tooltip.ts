import { formatDateTimeExact, formatNumber, zoneName } from '@telltale/domain';
import classes from './chart.module.css';

export interface TooltipRow {
  label: string;
  unit: string;
  colour: string;
  value: number;
  decimals: number;
  /** Place of the point on the plot: rows stand in the order of their lines. */
  topPx: number;
}

/** Distance from the crosshair (spec 1 §9). */
const OFFSET_PX = 20;

/** The box beside the crosshair. Plain DOM, text only: it changes with every move of the mouse. */
export class ChartTooltip {
  readonly #box = document.createElement('div');
  readonly #time = document.createElement('div');
  readonly #rows = document.createElement('div');

  constructor(parent: HTMLElement) {
    this.#box.className = classes.tooltip ?? '';
    this.#time.className = classes.tooltipTime ?? '';
    this.#rows.className = classes.tooltipRows ?? '';
    this.#box.append(this.#time, this.#rows);
    this.#box.hidden = true;
    parent.append(this.#box);
  }

  /** Shows the rows at a place of the plot, on the side where there is room. */
  show(timeMs: number, zone: string, rows: TooltipRow[], at: { left: number; top: number }, plot: DOMRect): void {
    if (rows.length === 0) {
      this.hide();
      return;
    }
    this.#time.textContent = `${formatDateTimeExact(timeMs, zone)} ${zoneName(timeMs, zone)}`;
    rows.sort((a, b) => a.topPx - b.topPx);
    this.#rows.replaceChildren(...rows.flatMap(rowCells));
    this.#box.hidden = false;
    const { offsetWidth, offsetHeight } = this.#box;
    const isRight = at.left + OFFSET_PX + offsetWidth <= plot.width;
    const left = isRight ? at.left + OFFSET_PX : Math.max(0, at.left - OFFSET_PX - offsetWidth);
    const top = Math.max(0, Math.min(at.top - offsetHeight / 2, plot.height - offsetHeight));
    this.#box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}

function rowCells({ label, unit, colour, value, decimals }: TooltipRow): HTMLElement[] {
  const mark = document.createElement('span');
  mark.className = classes.mark ?? '';
  mark.style.background = colour;
  const cell = (text: string, className: string | undefined) => {
    const element = document.createElement('span');
    element.className = className ?? '';
    element.textContent = text;
    return element;
  };
  return [
    mark,
    cell(label, classes.tooltipLabel),
    cell(formatNumber(value, decimals), classes.tooltipValue),
    cell(unit, classes.unit),
  ];
}
