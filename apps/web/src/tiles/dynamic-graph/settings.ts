import { z } from 'zod';
import { chartFields } from '#tiles/shared/chart/model/chart-settings.ts';
import { textField } from '#tiles/shared/settings/fields.ts';

/** A history chart; its series are what it shows until somebody chooses others on the tile. */
export const dynamicGraphSettingsSchema = z.object({ ...chartFields, library: textField('uplot') });
export type DynamicGraphSettings = z.infer<typeof dynamicGraphSettingsSchema>;
