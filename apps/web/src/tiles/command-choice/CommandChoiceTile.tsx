import { Select } from '@mantine/core';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import classes from '#tiles/shared/control/control.module.css';
import { isReported } from '#tiles/shared/control/control-state.ts';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { type CommandChoiceSettings, optionsOf } from './settings.ts';

/** Shows which of several values the device reports, and asks for the one that is chosen. */
export function CommandChoiceTile({ settings }: TileViewProps<CommandChoiceSettings>) {
  const control = useControl(settings);
  const { reading, refusal, isSending } = control;
  const options = optionsOf(settings, reading);
  const reported = options.findIndex(({ value }) => isReported(reading, value) === true);
  return (
    <ControlFrame
      settings={settings}
      control={control}
      kind="Drop-down"
      reportedText={options[reported]?.label}
      askedText={(asked) => options.find(({ value }) => value === asked)?.label ?? String(asked)}
    >
      {(name) => (
        <Select
          className={classes.grow ?? ''}
          aria-label={name}
          placeholder={options.length === 0 ? 'Nothing to choose' : 'Choose one'}
          allowDeselect={false}
          data={options.map(({ label }, index) => ({ value: String(index), label }))}
          value={reported < 0 ? null : String(reported)}
          disabled={refusal !== '' || isSending || options.length === 0}
          onChange={(chosen) => {
            const option = chosen === null ? undefined : options[Number(chosen)];
            if (option !== undefined) void control.press(option.value);
          }}
        />
      )}
    </ControlFrame>
  );
}
