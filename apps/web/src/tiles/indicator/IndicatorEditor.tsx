import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { ColourField } from '#tiles/shared/editor/ColourField.tsx';
import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import type { IndicatorSettings } from './settings.ts';

export function IndicatorEditor({ settings, onChange }: TileEditorProps<IndicatorSettings>) {
  const change = (part: Partial<IndicatorSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <DataItemPicker value={settings} onChange={change} isRequired />
        <DecimalsField value={settings.decimals} onChange={change} />
        <SwitchField
          label="Show timestamp"
          value={settings.showTimestamp}
          onChange={(showTimestamp) => change({ showTimestamp })}
        />
      </FieldGroup>
      <FieldGroup title="Colours">
        <ColourField
          label="Label"
          value={settings.labelColor}
          defaultColour="var(--tt-text-dim)"
          onChange={(labelColor) => change({ labelColor })}
        />
        <ColourField
          label="Value"
          value={settings.valueColor}
          defaultColour="var(--tt-text)"
          onChange={(valueColor) => change({ valueColor })}
        />
        <ColourField
          label="Background"
          value={settings.backgroundColor}
          defaultColour="var(--tt-surface-1)"
          onChange={(backgroundColor) => change({ backgroundColor })}
        />
      </FieldGroup>
    </>
  );
}
