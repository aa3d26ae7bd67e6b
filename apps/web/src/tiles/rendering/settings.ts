import { z } from 'zod';
import { textField } from '#tiles/shared/settings/fields.ts';

export const renderingSettingsSchema = z.object({ title: textField() });

export type RenderingSettings = z.infer<typeof renderingSettingsSchema>;
