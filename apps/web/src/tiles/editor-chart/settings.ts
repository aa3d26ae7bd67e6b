import { z } from 'zod';
import { chartFields } from '#tiles/shared/chart/model/chart-settings.ts';

/** A history chart whose points may be changed. */
export const editorChartSettingsSchema = z.object(chartFields);
export type EditorChartSettings = z.infer<typeof editorChartSettingsSchema>;
