import { formatNumber } from '@telltale/domain';
import classes from './chart-legend.module.css';
import type { SeriesSpec } from './chart-spec.ts';
import marks from './series-mark.module.css';

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
  #values: HTMLElement[] = [];

  constructor(parent: HTMLElement) {
    this.#list.className = classes.legend ?? '';
    this.#list.setAttribute('aria-label', 'Series');
    parent.append(this.#list);
  }

  build(series: readonly SeriesSpec[], target: LegendTarget): void {
    this.#buttons = [];
    this.#values = [];
    this.#list.replaceChildren(
      ...series.map((spec, index) => {
        const item = document.createElement('li');
        item.append(this.#button(spec, index, target));
        return item;
      }),
    );
  }

  #button({ label, unit, colour, line }: SeriesSpec, index: number, target: LegendTarget): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.title = HINT;
    button.className = classes.item ?? '';
    button.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) target.isolate(index);
      else target.toggle(index);
    });
    const mark = span(marks.mark, '');
    mark.style.background = line === 'dash' ? dashes(colour) : colour;
    const value = span(classes.value, '');
    button.append(mark, span(classes.label, label), value, span(marks.unit, unit));
    this.#buttons.push(button);
    this.#values.push(value);
    return button;
  }

  /** Writes the current values; null is '- -'. */
  show(values: readonly (number | null)[], decimals: readonly number[]): void {
    for (const [index, element] of this.#values.entries()) {
      const text = formatNumber(values[index] ?? null, decimals[index]);
      // Writing the same text again would still cost a layout.
      if (element.textContent !== text) element.textContent = text;
    }
  }

  setShown(isShown: readonly boolean[]): void {
    for (const [index, button] of this.#buttons.entries()) {
      button.setAttribute('aria-pressed', String(isShown[index] ?? true));
    }
  }
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
