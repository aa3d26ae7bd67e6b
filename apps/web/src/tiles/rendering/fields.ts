import { type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import type { RenderingSettings } from './settings.ts';

export const renderingFields: readonly PlainGroup<RenderingSettings>[] = [
  {
    fields: [
      {
        ...TITLE,
        placeholder: 'Maintenance',
        description:
          'Shows how far the parts of the asset are used. Intervals stand in its attribute maintenance-schedule.',
      },
    ],
  },
];
