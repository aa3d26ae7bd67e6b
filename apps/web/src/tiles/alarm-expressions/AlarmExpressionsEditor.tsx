import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { SwitchField } from '#tiles/shared/editor/SwitchField.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import type { AlarmExpressionsSettings } from './settings.ts';

export function AlarmExpressionsEditor({ settings, onChange }: TileEditorProps<AlarmExpressionsSettings>) {
  const change = (part: Partial<AlarmExpressionsSettings>) => onChange({ ...settings, ...part });
  return (
    <FieldGroup>
      <TitleField placeholder="Alarm expressions" value={settings.title} onChange={change} />
      <SwitchField
        label="Show alarms that are not raised"
        value={settings.showAll}
        onChange={(showAll) => change({ showAll })}
      />
    </FieldGroup>
  );
}
