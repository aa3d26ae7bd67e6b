import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { TileEditorProps } from '#tile-kit/define-tile.ts';
import { DataItemPicker } from '#tile-kit/pickers/DataItemPicker.tsx';
import { DecimalsField } from '#tiles/shared/editor/DecimalsField.tsx';
import { FieldGroup } from '#tiles/shared/editor/FieldGroup.tsx';
import { RequiredNumber } from '#tiles/shared/editor/RequiredNumber.tsx';
import { TitleField } from '#tiles/shared/editor/TitleField.tsx';
import { type AiSettings, type AnalogChannel, channelSchema, MAX_CHANNELS } from './settings.ts';

const NUMBERS = [
  ['unscaledMin', 'Unscaled Min'],
  ['unscaledMax', 'Unscaled Max'],
  ['scaledMin', 'Scaled Min'],
  ['scaledMax', 'Scaled Max'],
  ['offset', 'Offset'],
] as const;

const TEXTS = [
  ['channel', 'Channel'],
  ['alias', 'Alias'],
  ['unit', 'Unit'],
] as const;

export function AiSettingsEditor({ settings, onChange }: TileEditorProps<AiSettings>) {
  const change = (part: Partial<AiSettings>) => onChange({ ...settings, ...part });
  const { channels } = settings;
  const changeChannel = (index: number, part: Partial<AnalogChannel>) =>
    change({ channels: channels.map((channel, at) => (at === index ? { ...channel, ...part } : channel)) });
  const add = () => change({ channels: [...channels, channelSchema.parse({ channel: `AI ${channels.length + 1}` })] });
  return (
    <>
      <FieldGroup>
        <TitleField value={settings.title} onChange={change} />
        <DecimalsField value={settings.decimals} onChange={change} />
      </FieldGroup>
      {channels.map((channel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a channel is its place in the list
        <FieldGroup key={index} title={channel.channel || `Input ${index + 1}`}>
          <DataItemPicker value={channel} onChange={(selection) => changeChannel(index, selection)} isRequired />
          {TEXTS.map(([key, label]) => (
            <TextInput
              key={key}
              label={label}
              value={channel[key]}
              onChange={({ currentTarget }) => changeChannel(index, { [key]: currentTarget.value })}
            />
          ))}
          {NUMBERS.map(([key, label]) => (
            <RequiredNumber
              key={key}
              label={label}
              value={channel[key]}
              onChange={(value) => changeChannel(index, { [key]: value })}
            />
          ))}
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
