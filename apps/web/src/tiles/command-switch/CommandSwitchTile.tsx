import { Switch } from '@mantine/core';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { type CommandSwitchSettings, expectedOf, isReportedOn, valueFor } from './settings.ts';

/** Shows whether something is on as the device reports it, and asks for the other. */
export function CommandSwitchTile({ settings }: TileViewProps<CommandSwitchSettings>) {
  const control = useControl(settings, {
    expected: (value) => expectedOf(settings, value === valueFor(settings, true)),
    hasArrived: (reading, asked) => {
      const isOn = isReportedOn(settings, reading);
      if (asked === valueFor(settings, true)) return isOn;
      return asked === valueFor(settings, false) && isOn !== undefined ? !isOn : undefined;
    },
  });
  const isOn = isReportedOn(settings, control.reading);
  const words = (on: boolean) => (on ? settings.onText || 'On' : settings.offText || 'Off');
  return (
    <ControlFrame
      settings={settings}
      control={control}
      kind="Switch"
      reportedText={isOn === undefined ? undefined : words(isOn)}
      askedText={(value) => words(value === valueFor(settings, true))}
    >
      {(name) => (
        <Switch
          size="md"
          aria-label={`${name}: ${isOn === undefined ? 'not reported' : words(isOn)}`}
          label={isOn === undefined ? 'Not reported' : words(isOn)}
          checked={isOn ?? false}
          disabled={control.refusal !== '' || control.isSending}
          onChange={() => void control.press(valueFor(settings, !(isOn ?? false)))}
        />
      )}
    </ControlFrame>
  );
}
