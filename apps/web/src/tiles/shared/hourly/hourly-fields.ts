import { type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { type HourlySettings, MAX_DAYS } from './hourly-settings.ts';

/** The form of tiles that show a data item by hours of the day. */
export const hourlyFields: readonly PlainGroup<HourlySettings>[] = [
  {
    fields: [
      { kind: 'dataItem' },
      TITLE,
      { kind: 'colour', key: 'color', label: 'Colour', defaultColour: 'var(--tt-accent)' },
    ],
  },
  {
    title: 'Hours of the day',
    fields: [
      { kind: 'required', key: 'start', label: 'Start', min: 0, max: 23 },
      { kind: 'required', key: 'stop', label: 'Stop', min: 0, max: 23 },
      { kind: 'required', key: 'days', label: 'Days', min: 1, max: MAX_DAYS },
    ],
  },
];
