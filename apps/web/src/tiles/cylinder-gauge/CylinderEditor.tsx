import { TextInput } from '@mantine/core';
import { DataItemPicker } from '#tile-kit/DataItemPicker.tsx';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { useReading } from '#tile-kit/use-reading.ts';
import { ColourField } from '#tiles/shared/editor/ColourField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import type { CylinderSettings } from './settings.ts';

export function CylinderEditor({ settings, onChange }: TileEditorProps<CylinderSettings>) {
  const reading = useReading(settings);
  const change = (part: Partial<CylinderSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <DataItemPicker value={settings} onChange={change} isRequired />
        <TextInput
          label="Name"
          placeholder={reading.name || 'From the data item'}
          value={settings.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TextInput
          label="Unit"
          placeholder={reading.unit || 'From the data item'}
          value={settings.unit}
          onChange={({ currentTarget }) => change({ unit: currentTarget.value })}
        />
        <RequiredNumber
          label="Decimals"
          min={0}
          max={12}
          value={settings.decimals}
          onChange={(decimals) => change({ decimals })}
        />
      </FieldGroup>
      <FieldGroup title="Scale">
        <RequiredNumber label="Min" value={settings.min} onChange={(min) => change({ min })} />
        <RequiredNumber label="Max" value={settings.max} onChange={(max) => change({ max })} />
      </FieldGroup>
      <FieldGroup title="Colours">
        <ColourField
          label="Fill"
          value={settings.color}
          defaultColour="var(--tt-accent)"
          onChange={(color) => change({ color })}
        />
        <ColourField
          label="Outline"
          value={settings.strokeColor}
          defaultColour="var(--tt-text-dim)"
          onChange={(strokeColor) => change({ strokeColor })}
        />
      </FieldGroup>
    </>
  );
}
