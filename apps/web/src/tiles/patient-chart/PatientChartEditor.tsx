import { TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import type { PatientChartSettings } from './settings.ts';

export function PatientChartEditor({ settings, onChange }: TileEditorProps<PatientChartSettings>) {
  return (
    <FieldGroup>
      <TextInput
        label="Title"
        placeholder="Patient"
        description="Shows the attribute PatientInfo of the asset, to those who hold CustomPermission1."
        value={settings.title}
        onChange={({ currentTarget }) => onChange({ ...settings, title: currentTarget.value })}
      />
    </FieldGroup>
  );
}
