import { DECIMALS, type PlainGroup } from '#tiles/shared/editor/plain-field.ts';
import type { IndicatorSettings } from './settings.ts';

export const indicatorFields: readonly PlainGroup<IndicatorSettings>[] = [
  { fields: [{ kind: 'dataItem' }, DECIMALS, { kind: 'switch', key: 'showTimestamp', label: 'Show timestamp' }] },
  {
    title: 'Colours',
    fields: [
      { kind: 'colour', key: 'labelColor', label: 'Label', defaultColour: 'var(--tt-text-dim)' },
      { kind: 'colour', key: 'valueColor', label: 'Value', defaultColour: 'var(--tt-text)' },
      { kind: 'colour', key: 'backgroundColor', label: 'Background', defaultColour: 'var(--tt-surface-1)' },
    ],
  },
];
