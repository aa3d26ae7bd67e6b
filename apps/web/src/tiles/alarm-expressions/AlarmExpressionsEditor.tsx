import { Switch, TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import type { AlarmExpressionsSettings } from './settings.ts';

export function AlarmExpressionsEditor({ settings, onChange }: TileEditorProps<AlarmExpressionsSettings>) {
  const change = (part: Partial<AlarmExpressionsSettings>) => onChange({ ...settings, ...part });
  return (
    <FieldGroup>
      <TextInput
        label="Title"
        placeholder="Alarm expressions"
        value={settings.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Switch
        label="Show alarms that are not raised"
        checked={settings.showAll}
        onChange={({ currentTarget }) => change({ showAll: currentTarget.checked })}
      />
    </FieldGroup>
  );
}
