import { type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import type { StateReportSettings } from './settings.ts';

export const stateReportFields: readonly PlainGroup<StateReportSettings>[] = [
  {
    fields: [
      {
        ...TITLE,
        placeholder: 'Well-service report',
        description: 'Shows what a rig did since its attribute jobStartTime.',
      },
      { kind: 'switch', key: 'showPie', label: 'Activity breakdown' },
      { kind: 'switch', key: 'showGraph', label: 'Depth over time' },
      { kind: 'switch', key: 'showKPI', label: 'Figures and scores' },
      { kind: 'switch', key: 'showLog', label: 'Activity log' },
    ],
  },
];
