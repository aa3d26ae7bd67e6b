import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { PlainFields } from '#tiles/shared/editor/PlainFields.tsx';
import { DECIMALS, type PlainField, TITLE } from '#tiles/shared/editor/plain-field.ts';
import { type AiSettings, type AnalogChannel, channelSchema, MAX_CHANNELS } from './settings.ts';

const FIELDS: readonly PlainField<AiSettings>[] = [TITLE, DECIMALS];

const CHANNEL: readonly PlainField<AnalogChannel>[] = [
  { kind: 'dataItem' },
  { kind: 'text', key: 'channel', label: 'Channel' },
  { kind: 'text', key: 'alias', label: 'Alias' },
  { kind: 'text', key: 'unit', label: 'Unit' },
  { kind: 'required', key: 'unscaledMin', label: 'Unscaled Min' },
  { kind: 'required', key: 'unscaledMax', label: 'Unscaled Max' },
  { kind: 'required', key: 'scaledMin', label: 'Scaled Min' },
  { kind: 'required', key: 'scaledMax', label: 'Scaled Max' },
  { kind: 'required', key: 'offset', label: 'Offset' },
];

export function AiSettingsEditor({ settings, onChange }: TileEditorProps<AiSettings>) {
  const change = (part: Partial<AiSettings>) => onChange({ ...settings, ...part });
  const { channels } = settings;
  const changeChannel = (index: number, part: Partial<AnalogChannel>) =>
    change({ channels: channels.map((channel, at) => (at === index ? { ...channel, ...part } : channel)) });
  const add = () => change({ channels: [...channels, channelSchema.parse({ channel: `AI ${channels.length + 1}` })] });
  return (
    <>
      <FieldGroup>
        <PlainFields fields={FIELDS} settings={settings} onChange={change} />
      </FieldGroup>
      {channels.map((channel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place in the list
        <FieldGroup key={index} title={channel.channel || `Input ${index + 1}`}>
          <PlainFields fields={CHANNEL} settings={channel} onChange={(part) => changeChannel(index, part)} />
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={16} />}
            onClick={() => change({ channels: channels.filter((_, at) => at !== index) })}
          >
            Remove {channel.channel || `input ${index + 1}`}
          </Button>
        </FieldGroup>
      ))}
      <Button
        mt="md"
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={channels.length >= MAX_CHANNELS}
        onClick={add}
      >
        Add analog input
      </Button>
    </>
  );
}
