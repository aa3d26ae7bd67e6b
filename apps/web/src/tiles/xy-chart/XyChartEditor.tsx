import { Checkbox, Select, TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { ChartEditor } from '#tiles/shared/chart/editor/ChartEditor.tsx';
import { LibraryField } from '#tiles/shared/chart/editor/LibraryField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { NumberField } from '#tiles/shared/editor/NumberField.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { LEAST_POINT_SIZE, MOST_POINT_SIZE, type XyChartSettings, xyChartSettingsSchema } from './settings.ts';

const STYLES = [
  { value: 'scatter', label: 'Points' },
  { value: 'line', label: 'Line in order of time' },
  { value: 'both', label: 'Points and line' },
] as const;
const MATCHES = [
  { value: 'interpolated', label: 'Read off the line between its points' },
  { value: 'equal', label: 'Only points of the same time' },
] as const;

export function XyChartEditor({ settings, onChange }: TileEditorProps<XyChartSettings>) {
  const { x } = settings;
  const change = (part: Partial<XyChartSettings['x']>) => onChange({ ...settings, x: { ...x, ...part } });
  return (
    <>
      <LibraryField value={settings.library} onChange={(library) => onChange({ ...settings, library })} />
      <FieldGroup title="X axis">
        <DataItemPicker
          label="Data item (none: time)"
          value={x}
          onChange={({ slotPath, dataItem }) => change({ slotPath, dataItem })}
        />
        <TextInput
          label="X label"
          value={x.label}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />
        <NumberField label="X min" placeholder="Automatic" value={x.min} onChange={(min) => change({ min })} />
        <NumberField label="X max" placeholder="Automatic" value={x.max} onChange={(max) => change({ max })} />
        <Checkbox
          label="X grid"
          checked={x.grid}
          onChange={({ currentTarget }) => change({ grid: currentTarget.checked })}
        />
        <Checkbox
          label="X logarithmic"
          checked={x.log}
          onChange={({ currentTarget }) => change({ log: currentTarget.checked })}
        />
      </FieldGroup>
      <ChartEditor settings={settings} onChange={onChange} schema={xyChartSettingsSchema} hasComparison={false}>
        <Select
          label="Drawn as"
          allowDeselect={false}
          data={STYLES}
          value={settings.style}
          onChange={(style) => style !== null && onChange({ ...settings, style })}
        />
        <RequiredNumber
          label="Size of a point (pixels)"
          min={LEAST_POINT_SIZE}
          max={MOST_POINT_SIZE}
          value={settings.pointSize}
          onChange={(pointSize) => onChange({ ...settings, pointSize })}
        />
        <Select
          label="Value of y at the time of x"
          allowDeselect={false}
          disabled={x.dataItem === null}
          data={MATCHES}
          value={settings.match}
          onChange={(match) => match !== null && onChange({ ...settings, match })}
        />
      </ChartEditor>
    </>
  );
}
