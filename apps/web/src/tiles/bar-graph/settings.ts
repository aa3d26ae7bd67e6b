import { z } from 'zod';
import {
  colourField,
  decimalsField,
  listField,
  optionalNumberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';

/** Colours of bars that have none of their own, in turn (spec 1 §2). */
export const PLOT_COLOURS = ['#ff0000', '#00ff00'] as const;

export const barPlotSchema = z.looseObject({ ...selectionFields, color: colourField() });
export type BarPlot = z.infer<typeof barPlotSchema>;

export const barGraphSettingsSchema = z.object({
  title: textField(),
  /** Unset ends follow the values. */
  min: optionalNumberField(),
  max: optionalNumberField(),
  plots: listField(barPlotSchema),
  decimals: decimalsField(),
});
export type BarGraphSettings = z.infer<typeof barGraphSettingsSchema>;

/** The colour of a bar: its own, else one of the two defaults by its place. */
export function plotColour({ color }: Pick<BarPlot, 'color'>, index: number): string {
  return color || (PLOT_COLOURS[index % PLOT_COLOURS.length] ?? PLOT_COLOURS[0]);
}
