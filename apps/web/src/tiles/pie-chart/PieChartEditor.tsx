import { SegmentedControl } from '@mantine/core';
import { DEFAULT_DECIMALS } from '@telltale/domain';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemsPicker } from '#tile-kit/pickers/DataItemsPicker.tsx';
import { selectionKey } from '#tile-kit/pickers/data-item-options.ts';
import { useReadings } from '#tile-kit/readings/use-reading.ts';
import { ColourField } from '#tiles/shared/editor/ColourField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { DECIMALS, type PlainField, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { RequestEditor } from '#tiles/shared/request/RequestEditor.tsx';
import { MAX_SLICES, type PieChartSettings } from './settings.ts';

const FIRST: readonly PlainField<PieChartSettings>[] = [TITLE];
const REST: readonly PlainField<PieChartSettings>[] = [
  { kind: 'required', key: 'rows', label: `Rows (0 is all, up to ${MAX_SLICES})`, min: 0, max: MAX_SLICES },
  { kind: 'switch', key: 'autoFormat', label: 'Format values automatically' },
  { ...DECIMALS, placeholder: String(DEFAULT_DECIMALS) },
];
const COLUMNS: readonly PlainField<PieChartSettings>[] = [
  {
    kind: 'text',
    key: 'columns',
    label: 'Columns',
    description:
      'Name and value, separated by a comma; ^ marks a space. Empty takes the first text and the first number.',
    placeholder: 'name,value',
  },
];

export function PieChartEditor({ settings, onChange }: TileEditorProps<PieChartSettings>) {
  const change = (part: Partial<PieChartSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <PlainFields fields={FIRST} settings={settings} onChange={change} />
        <SegmentedControl
          aria-label="Data source"
          data={[
            { value: 'dataItems', label: 'Data items' },
            { value: 'request', label: 'Web Request' },
          ]}
          value={settings.source}
          onChange={(source) => change({ source: source as PieChartSettings['source'] })}
        />
        <PlainFields fields={REST} settings={settings} onChange={change} />
      </FieldGroup>
      {settings.source === 'dataItems' ? (
        <Plots settings={settings} onChange={change} />
      ) : (
        <RequestedRows settings={settings} onChange={change} />
      )}
    </>
  );
}

interface PartProps {
  settings: PieChartSettings;
  onChange: (part: Partial<PieChartSettings>) => void;
}

function Plots({ settings: { plots }, onChange }: PartProps) {
  const readings = useReadings(plots);
  return (
    <FieldGroup title="Slices">
      <DataItemsPicker
        value={plots}
        isRequired
        onChange={(chosen) => {
          const before = new Map(plots.map((plot) => [selectionKey(plot), plot]));
          onChange({
            plots: chosen.map((selection) => before.get(selectionKey(selection)) ?? { ...selection, color: '' }),
          });
        }}
      />
      {plots.map((plot, index) => (
        <ColourField
          key={selectionKey(plot)}
          label={`Colour of ${readings[index]?.name || `slice ${index + 1}`}`}
          value={plot.color}
          defaultColour="var(--tt-accent)"
          onChange={(color) => onChange({ plots: plots.map((other) => (other === plot ? { ...plot, color } : other)) })}
        />
      ))}
    </FieldGroup>
  );
}

function RequestedRows({ settings, onChange }: PartProps) {
  return (
    <>
      <FieldGroup>
        <PlainFields fields={COLUMNS} settings={settings} onChange={onChange} />
      </FieldGroup>
      <RequestEditor
        value={settings.fetch}
        substitutions={settings.substitutions}
        wants="a list of rows"
        onChange={(fetch) => onChange({ fetch })}
      />
    </>
  );
}
