import { z } from 'zod';
import { decimalsField, listField, numberField, selectionFields, textField } from '#tiles/shared/settings/fields.ts';

/** More than any input card has. */
export const MAX_CHANNELS = 256;

/** One analog input, with the parameters of spec 1 §3 'Analog channel'. */
export const channelSchema = z.looseObject({
  ...selectionFields,
  /** The terminal, e.g. `AI 3`. */
  channel: textField(),
  /** '' is the data item's alias or label. */
  alias: textField(),
  unit: textField(),
  unscaledMin: numberField(4),
  unscaledMax: numberField(20),
  scaledMin: numberField(0),
  scaledMax: numberField(100),
  offset: numberField(0),
});
export type AnalogChannel = z.infer<typeof channelSchema>;

export const aiSettingsSchema = z.object({
  title: textField(),
  channels: listField(channelSchema),
  decimals: decimalsField(),
});
export type AiSettings = z.infer<typeof aiSettingsSchema>;
