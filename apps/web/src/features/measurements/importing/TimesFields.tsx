import { NativeSelect, NumberInput, SegmentedControl, Stack } from '@mantine/core';
import type { measurements } from '@telltale/contract';
import { MomentField } from '#ui/form/moment/MomentField.tsx';
import classes from './importing.module.css';
import { clocks, needsStart, type TimesDraft } from './times-draft.ts';

const KINDS = [
  { value: 'waveform', label: 'As the file says' },
  { value: 'channel', label: 'Another channel' },
  { value: 'typed', label: 'Typed' },
];

interface TimesFieldsProps {
  draft: TimesDraft;
  onDraft: (draft: TimesDraft) => void;
  channels: readonly measurements.Channel[];
  zone: string;
}

/** When the values of the channels were measured. */
export function TimesFields({ draft, onDraft, channels, zone }: TimesFieldsProps) {
  const { kind, channel, start, increment } = draft;
  const hasStart = needsStart(draft, channels);
  return (
    <fieldset className={classes.times}>
      <legend>Times</legend>
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Times"
          size="xs"
          fullWidth
          data={KINDS}
          value={kind}
          onChange={(value) => onDraft({ ...draft, kind: value as TimesDraft['kind'] })}
        />
        <div className={classes.fields} hidden={kind === 'waveform'}>
          {kind === 'channel' ? (
            <NativeSelect
              label="Channel of times"
              data={clocks(channels).map(({ name, type }) => ({
                value: name,
                label: type === 'timestamp' ? name : `${name} (seconds since the start)`,
              }))}
              value={channel}
              onChange={({ currentTarget }) => onDraft({ ...draft, channel: currentTarget.value })}
            />
          ) : null}
          {hasStart ? (
            <MomentField
              label="Start"
              zone={zone}
              value={start}
              onChange={(next) => onDraft({ ...draft, start: next })}
            />
          ) : null}
          {kind === 'typed' ? (
            <NumberInput
              label="Seconds between two values"
              value={increment}
              min={0}
              hideControls
              onChange={(value) => onDraft({ ...draft, increment: String(value) })}
            />
          ) : null}
        </div>
      </Stack>
    </fieldset>
  );
}
