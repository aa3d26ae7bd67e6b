import { Select } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { ChartEditor } from '#tiles/shared/chart/ChartEditor.tsx';
import { type AdvancedGraphSettings, advancedGraphSettingsSchema } from './settings.ts';

const LIBRARY_LABELS = [
  { value: 'amcharts', label: 'amCharts (more features)' },
  { value: 'uplot', label: 'uPlot (better performance)' },
];

export function AdvancedGraphEditor({ settings, onChange }: TileEditorProps<AdvancedGraphSettings>) {
  const isKnown = LIBRARY_LABELS.some(({ value }) => value === settings.library);
  return (
    <ChartEditor settings={settings} onChange={onChange} schema={advancedGraphSettingsSchema}>
      <Select
        label="Library"
        description={settings.library === 'uplot' ? undefined : 'Drawn by uPlot until amCharts is part of the portal.'}
        allowDeselect={false}
        data={isKnown ? LIBRARY_LABELS : [...LIBRARY_LABELS, settings.library]}
        value={settings.library}
        onChange={(library) => library !== null && onChange({ ...settings, library })}
      />
    </ChartEditor>
  );
}
