import { z } from 'zod';
import { booleanField, choiceField, numberField, textField } from '#tiles/shared/settings/fields.ts';

export const ASSET_CHOICES = ['all', 'definition', 'own'] as const;

export const mapSettingsSchema = z.object({
  title: textField(),
  /** Which assets stand on it: all that the user sees, those of the dashboard's definition, or the dashboard's own. */
  assets: choiceField(ASSET_CHOICES, 'all'),
  /** Opens so that all assets are in sight; else at the centre and zoom below. */
  fitAssets: booleanField(true),
  /** Degrees (spec 1 §2). */
  latitude: numberField(30, { min: -85, max: 85 }),
  longitude: numberField(-95, { min: -180, max: 180 }),
  zoom: numberField(5, { min: 0, max: 20 }),
  /** Names of the layers of geosources.json that are on. */
  layers: z.array(z.string()).catch([]),
});

export type MapSettings = z.infer<typeof mapSettingsSchema>;
