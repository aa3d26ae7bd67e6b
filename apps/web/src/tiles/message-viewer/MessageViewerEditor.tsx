import { TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { hubAddress } from '#tile-kit/readings/use-message-inspector.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import type { MessageViewerSettings } from './settings.ts';

export function MessageViewerEditor({ settings, onChange }: TileEditorProps<MessageViewerSettings>) {
  const change = (part: Partial<MessageViewerSettings>) => onChange({ ...settings, ...part });
  return (
    <FieldGroup>
      <TextInput
        label="Broker URL"
        description="Only the portal’s own hub can be opened."
        placeholder={hubAddress()}
        value={settings.url}
        onChange={({ currentTarget }) => change({ url: currentTarget.value })}
      />
      <TextInput
        label="Topic"
        description="Offered at first; empty offers the values of the dashboard’s asset."
        placeholder="telltale/assets/7/dataitems/#"
        value={settings.topic}
        onChange={({ currentTarget }) => change({ topic: currentTarget.value })}
      />
    </FieldGroup>
  );
}
