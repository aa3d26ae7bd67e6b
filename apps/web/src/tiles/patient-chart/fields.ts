import { type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import type { PatientChartSettings } from './settings.ts';

export const patientChartFields: readonly PlainGroup<PatientChartSettings>[] = [
  {
    fields: [
      {
        ...TITLE,
        placeholder: 'Patient',
        description: 'Shows the attribute PatientInfo of the asset, to those who hold CustomPermission1.',
      },
    ],
  },
];
