import { type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import type { AlarmExpressionsSettings } from './settings.ts';

export const alarmExpressionsFields: readonly PlainGroup<AlarmExpressionsSettings>[] = [
  {
    fields: [
      { ...TITLE, placeholder: 'Alarm expressions' },
      { kind: 'switch', key: 'showAll', label: 'Show alarms that are not raised' },
    ],
  },
];
