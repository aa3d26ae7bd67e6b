import type uPlot from 'uplot';

/** Of the words at an axis. */
export const PLOT_FONT = "11px 'Inter Variable', system-ui, sans-serif";
const LETTER_PX = 6.6;
const BESIDE_PX = 18;
const LEAST_LETTERS = 3;

/** An axis as pictures have it: words and lines of a grid, no ticks. */
export function plotAxis(colours: { readonly textDim: string; readonly border: string }): uPlot.Axis {
  return {
    stroke: colours.textDim,
    font: PLOT_FONT,
    grid: { stroke: colours.border, width: 1 },
    ticks: { show: false },
  };
}

/** As wide as the longest word at an axis of values. */
export const asWideAsWords: uPlot.Axis.Size = (_plot, words) =>
  BESIDE_PX + LETTER_PX * Math.max(LEAST_LETTERS, ...(words ?? []).map(({ length }) => length));
