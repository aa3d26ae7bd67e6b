import { Select, TextInput } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequestEditor } from '#tiles/shared/request/RequestEditor.tsx';
import { DOWNLOAD_ICONS } from './download-icons.ts';
import type { DownloadButtonSettings } from './settings.ts';

export function DownloadButtonEditor({ settings, onChange }: TileEditorProps<DownloadButtonSettings>) {
  const change = (part: Partial<DownloadButtonSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <TextInput
          label="Text"
          placeholder="Download"
          value={settings.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <Select
          label="Icon"
          allowDeselect={false}
          data={[...DOWNLOAD_ICONS.keys()]}
          value={DOWNLOAD_ICONS.has(settings.icon) ? settings.icon : 'Download'}
          onChange={(icon) => icon !== null && change({ icon })}
        />
        <TextInput
          label="Filename"
          placeholder="data.csv"
          value={settings.filename}
          onChange={({ currentTarget }) => change({ filename: currentTarget.value })}
        />
      </FieldGroup>
      <RequestEditor
        value={settings.fetch}
        substitutions={settings.substitutions}
        wants="the text or object to save"
        onChange={(fetch) => change({ fetch })}
      />
    </>
  );
}
