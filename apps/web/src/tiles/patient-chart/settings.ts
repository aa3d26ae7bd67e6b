import { z } from 'zod';
import { textField } from '#tiles/shared/settings/fields.ts';

export const patientChartSettingsSchema = z.object({ title: textField() });

export type PatientChartSettings = z.infer<typeof patientChartSettingsSchema>;
