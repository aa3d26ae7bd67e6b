import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemsPicker } from '#tile-kit/pickers/DataItemsPicker.tsx';
import { selectionKey } from '#tile-kit/pickers/data-item-options.ts';
import { useReadings } from '#tile-kit/readings/use-reading.ts';
import { ColourField } from '#tiles/shared/editor/ColourField.tsx';
import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { NumberField } from '#tiles/shared/editor/NumberField.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import { type BarGraphSettings, type BarPlot, plotColour } from './settings.ts';

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
      <FieldGroup title="Graph">
        <TitleField value={settings.title} onChange={change} />
        <NumberField label="Min" placeholder="Automatic" value={settings.min} onChange={(min) => change({ min })} />
        <NumberField label="Max" placeholder="Automatic" value={settings.max} onChange={(max) => change({ max })} />
        <DecimalsField value={settings.decimals} onChange={change} />
      </FieldGroup>
    </>
  );
}
