import { DECIMALS, type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { OPTION_LABELS, TABLE_OPTIONS, type TableSettings } from './settings.ts';

export const tableFields: readonly PlainGroup<TableSettings>[] = [
  {
    fields: [
      {
        kind: 'choice',
        key: 'option',
        label: 'Shows',
        options: TABLE_OPTIONS.map((value) => ({ value, label: OPTION_LABELS[value] })),
      },
      TITLE,
      { kind: 'switch', key: 'search', label: 'Search' },
      { kind: 'switch', key: 'showHeader', label: 'Header' },
      { kind: 'switch', key: 'selectionMarkers', label: 'Selection markers' },
      { ...DECIMALS, isShown: ({ option }) => option === 'dataItems' },
    ],
  },
];
