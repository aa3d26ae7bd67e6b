import { Select } from '@mantine/core';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import type { PlainField } from '#tiles/shared/editor/plain-field.ts';
import { RequestEditor } from '#tiles/shared/request/RequestEditor.tsx';
import { DOWNLOAD_ICONS } from './download-icons.ts';
import type { DownloadButtonSettings } from './settings.ts';

const TEXT: readonly PlainField<DownloadButtonSettings>[] = [
  { kind: 'text', key: 'text', label: 'Text', placeholder: 'Download' },
];
const FILENAME: readonly PlainField<DownloadButtonSettings>[] = [
  { kind: 'text', key: 'filename', label: 'Filename', placeholder: 'data.csv' },
];

export function DownloadButtonEditor({ settings, onChange }: TileEditorProps<DownloadButtonSettings>) {
  const change = (part: Partial<DownloadButtonSettings>) => onChange({ ...settings, ...part });
  return (
    <>
      <FieldGroup>
        <PlainFields fields={TEXT} settings={settings} onChange={change} />
        <Select
          label="Icon"
          allowDeselect={false}
          data={[...DOWNLOAD_ICONS.keys()]}
          value={DOWNLOAD_ICONS.has(settings.icon) ? settings.icon : 'Download'}
          onChange={(icon) => icon !== null && change({ icon })}
        />
        <PlainFields fields={FILENAME} settings={settings} onChange={change} />
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
