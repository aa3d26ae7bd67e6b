import { Button } from '@mantine/core';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import { commandText } from '#tiles/shared/control/command-text.ts';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { type CommandButtonSettings, parameterOf } from './settings.ts';

/** A button that sends one command. */
export function CommandButtonTile({ settings }: TileViewProps<CommandButtonSettings>) {
  const parameter = parameterOf(settings);
  const control = useControl(settings, {
    isExactly: commandText(settings, parameter),
    // A word on a button is no value that its data item reports.
    expected: () => undefined,
  });
  return (
    <ControlFrame settings={settings} control={control} kind="Button">
      {() => (
        <Button
          fullWidth
          disabled={control.refusal !== ''}
          loading={control.isSending}
          onClick={() => void control.press(parameter)}
        >
          {settings.text || 'Send'}
        </Button>
      )}
    </ControlFrame>
  );
}
