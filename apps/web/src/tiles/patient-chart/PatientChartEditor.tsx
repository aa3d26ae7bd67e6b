import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import type { PatientChartSettings } from './settings.ts';

export function PatientChartEditor({ settings, onChange }: TileEditorProps<PatientChartSettings>) {
  return (
    <FieldGroup>
      <TitleField
        placeholder="Patient"
        description="Shows the attribute PatientInfo of the asset, to those who hold CustomPermission1."
        value={settings.title}
        onChange={(title) => onChange({ ...settings, ...title })}
      />
    </FieldGroup>
  );
}
