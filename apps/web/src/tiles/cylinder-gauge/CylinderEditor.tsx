import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { ColourField } from '#tiles/shared/editor/ColourField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { ReadingFields } from '#tiles/shared/editor/ReadingFields.tsx';
import { ScaleFields } from '#tiles/shared/editor/ScaleFields.tsx';
import type { CylinderSettings } from './settings.ts';

export function CylinderEditor({ settings, onChange }: TileEditorProps<CylinderSettings>) {
  const change = (part: Partial<CylinderSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <ReadingFields settings={settings} onChange={change} />
      <FieldGroup title="Scale">
        <ScaleFields settings={settings} onChange={change} />
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
