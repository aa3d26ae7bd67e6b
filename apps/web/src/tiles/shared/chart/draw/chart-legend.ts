import type { EpochSeconds, ItemDisplay } from '@telltale/contract';
import { figureMark, markMoment, seriesMark } from '../crosshair/legend-places.ts';
import type { LegendValue } from '../model/chart-settings.ts';
import type { SeriesSpec } from '../model/chart-spec.ts';
import { seriesText } from '../model/described.ts';
import classes from './chart-legend.module.css';
import marks from './series-mark.module.css';

/** What a legend tells of a series; null is '- -', and so is what is not known yet. */
export interface LegendFigures extends Readonly<Partial<Record<LegendValue, number | null>>> {
  /** When those were that are values of a moment. */
  readonly times?: Readonly<Partial<Record<LegendValue, EpochSeconds>>>;
}

interface Figure {
  readonly kind: LegendValue;
  readonly element: HTMLElement;
}

/** What the legend asks of its chart. */
export interface LegendTarget {
  toggle(series: number): void;
  isolate(series: number): void;
}

const HINT = 'Click: show or hide. Ctrl+click, or Shift+Enter: only this one.';

/**
 * Names, colours and current values of the series, as buttons: a click shows or hides a line, with Ctrl it stands
 * alone. Plain DOM, since its values change with every new point.
 */
export class ChartLegend {
  readonly #list = document.createElement('ul');
  #buttons: HTMLButtonElement[] = [];
  /** Of each series. */
  #values: Figure[][] = [];
  #displays: readonly (ItemDisplay | undefined)[] = [];

  constructor(parent: HTMLElement) {
    this.#list.className = classes.legend ?? '';
    this.#list.setAttribute('aria-label', 'Series');
    parent.append(this.#list);
  }

  /** @param told what is told of each series, in this order */
  build(series: readonly SeriesSpec[], target: LegendTarget, told: readonly LegendValue[]): void {
    this.#buttons = [];
    this.#values = [];
    this.#displays = series.map(({ display }) => display);
    this.#list.replaceChildren(
      ...series.map((spec, index) => {
        const item = document.createElement('li');
        item.append(this.#button(spec, index, target, told));
        return item;
      }),
    );
  }

  #button(spec: SeriesSpec, index: number, target: LegendTarget, told: readonly LegendValue[]): HTMLButtonElement {
    const { label, unit, colour, line } = spec;
    const button = document.createElement('button');
    button.type = 'button';
    button.title = HINT;
    button.className = classes.item ?? '';
    seriesMark(button, index);
    button.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) target.isolate(index);
      else target.toggle(index);
    });
    const mark = span(marks.mark, '');
    mark.style.background = line === 'dash' ? dashes(colour) : colour;
    button.append(mark, span(classes.label, label));
    const values = told.map((kind) => ({ kind, element: span('', '') }));
    for (const { kind, element } of values) figureMark(element, kind);
    if (values.length > 0) button.append(figures(values), span(marks.unit, unit));
    this.#buttons.push(button);
    this.#values.push(values);
    return button;
  }

  /** Writes what is known of each series. */
  show(known: readonly LegendFigures[], decimals: readonly number[]): void {
    for (const [index, values] of this.#values.entries()) {
      for (const { kind, element } of values) {
        // A mean is no value that was ever sent: it has no word.
        const display = kind === 'mean' ? undefined : this.#displays[index];
        const text = seriesText(display, known[index]?.[kind] ?? null, decimals[index]);
        // Writing the same text again would still cost a layout.
        if (element.textContent !== text) element.textContent = text;
        markMoment(element, known[index]?.times?.[kind]);
      }
    }
  }

  setShown(isShown: readonly boolean[]): void {
    for (const [index, button] of this.#buttons.entries()) {
      button.setAttribute('aria-pressed', String(isShown[index] ?? true));
    }
  }
}

/** The figures of a series side by side; the last value goes without saying, the others are named. */
function figures(values: readonly Figure[]): HTMLElement {
  const all = span(classes.value, '');
  for (const { kind, element } of values) {
    if (all.hasChildNodes()) all.append(' ');
    if (kind !== 'last') all.append(span(marks.unit, kind), ' ');
    all.append(element);
  }
  return all;
}

function span(className: string | undefined, text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className ?? '';
  element.textContent = text;
  return element;
}

function dashes(colour: string): string {
  return `repeating-linear-gradient(90deg, ${colour} 0 4px, transparent 4px 6px)`;
}
