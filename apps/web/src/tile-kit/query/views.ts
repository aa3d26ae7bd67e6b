/** How a result is shown. */
export const DATA_TABS = ['line', 'pie', 'bar', 'table'] as const;
export type DataTab = (typeof DATA_TABS)[number];

export const VIEW_LABELS: Readonly<Record<DataTab, string>> = {
  line: 'Line chart',
  pie: 'Pie chart',
  bar: 'Bar chart',
  table: 'Table',
};
