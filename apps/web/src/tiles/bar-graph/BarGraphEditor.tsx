import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemsPicker } from '#tile-kit/pickers/DataItemsPicker.tsx';
import { selectionKey } from '#tile-kit/pickers/data-item-options.ts';
import { useReadings } from '#tile-kit/readings/use-reading.ts';
import { ColourField } from '#tiles/shared/editor/ColourField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainGroups } from '#tiles/shared/editor/PlainFields.tsx';
import { DECIMALS, type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { type BarGraphSettings, type BarPlot, plotColour } from './settings.ts';

const GROUPS: readonly PlainGroup<BarGraphSettings>[] = [
  {
    title: 'Graph',
    fields: [
      TITLE,
      { kind: 'number', key: 'min', label: 'Min', placeholder: 'Automatic' },
      { kind: 'number', key: 'max', label: 'Max', placeholder: 'Automatic' },
      DECIMALS,
    ],
  },
];

export function BarGraphEditor({ settings, onChange }: TileEditorProps<BarGraphSettings>) {
  const { plots } = settings;
  const readings = useReadings(plots);
  const change = (part: Partial<BarGraphSettings>) => onChange({ ...settings, ...part });
  const paint = (plot: BarPlot, color: string) =>
    change({ plots: plots.map((other) => (other === plot ? { ...plot, color } : other)) });
  return (
    <>
      <FieldGroup title="Bars">
        <DataItemsPicker
          value={plots.filter(({ dataItem }) => dataItem !== null)}
          isRequired
          onChange={(chosen) => {
            const before = new Map(plots.map((plot) => [selectionKey(plot), plot]));
            change({
              plots: chosen.map((selection) => before.get(selectionKey(selection)) ?? { ...selection, color: '' }),
            });
          }}
        />
        {plots.map((plot, index) => (
          <ColourField
            key={selectionKey(plot)}
            label={`Colour of ${readings[index]?.name || `bar ${index + 1}`}`}
            value={plot.color}
            defaultColour={plotColour({ color: '' }, index)}
            onChange={(color) => paint(plot, color)}
          />
        ))}
      </FieldGroup>
      <PlainGroups groups={GROUPS} settings={settings} onChange={change} />
    </>
  );
}
