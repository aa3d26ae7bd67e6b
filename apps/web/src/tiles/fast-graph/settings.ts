import type { z } from 'zod';
import { chartSettingsSchema } from '#tiles/shared/chart/model/chart-settings.ts';

export const fastGraphSettingsSchema = chartSettingsSchema;
export type FastGraphSettings = z.infer<typeof fastGraphSettingsSchema>;
