import type { EpochSeconds } from '@telltale/contract';
import { LEGEND_VALUES, type LegendValue } from '../model/chart-settings.ts';

/** What a figure of a legend is of. */
export interface LegendPlace {
  series: number;
  kind: LegendValue;
  /** When it was; undefined: it is not of one moment, or that is not known. */
  time: EpochSeconds | undefined;
}

/** Marks what stands in a legend for a series, for who asks where its figures come from. */
export function seriesMark(element: HTMLElement, series: number): void {
  element.dataset.series = String(series);
}

/** Marks one of its figures. */
export function figureMark(element: HTMLElement, kind: LegendValue): void {
  element.dataset.figure = kind;
}

export function markMoment(element: HTMLElement, time: EpochSeconds | undefined): void {
  const text = time === undefined ? undefined : String(time);
  if (element.dataset.at === text) return;
  if (text === undefined) delete element.dataset.at;
  else element.dataset.at = text;
}

/** The figure at a place of a legend; on the name of a series all of its figures. */
export function figuresAt(target: Element): LegendPlace[] {
  const around = target.closest<HTMLElement>('[data-series]');
  if (around === null) return [];
  const series = Number(around.dataset.series);
  const own = target.closest<HTMLElement>('[data-figure]');
  const figures = own === null ? [...around.querySelectorAll<HTMLElement>('[data-figure]')] : [own];
  return figures.flatMap(({ dataset: { figure, at } }) => {
    const kind = LEGEND_VALUES.find((value) => value === figure);
    return kind === undefined ? [] : [{ series, kind, time: at === undefined ? undefined : Number(at) }];
  });
}
