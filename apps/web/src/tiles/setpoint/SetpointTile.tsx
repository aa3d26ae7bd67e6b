import { Button } from '@mantine/core';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useTileDraft } from '#tile-kit/records/use-tile-draft.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import classes from '#tiles/shared/control/control.module.css';
import { askedText } from '#tiles/shared/control/control-number.ts';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { valueText } from '#tiles/shared/reading/value-text.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import type { SetpointSettings } from './settings.ts';

/** A number that is typed and sent. */
export function SetpointTile({ settings }: TileViewProps<SetpointSettings>) {
  const control = useControl(settings, { isOwnValue: true, tolerance: settings.tolerance });
  const { reading, refusal, isSending } = control;
  const { draft, put, drop } = useTileDraft<{ typed: number | null }>('setpoint', () => ({ typed: null }));
  const { typed } = draft;
  const min = settings.min ?? reading.display.min ?? undefined;
  const max = settings.max ?? reading.display.max ?? undefined;
  const send = async () => {
    if (typed === null || !(await control.press(typed))) return;
    put({ typed: null });
    drop();
  };
  return (
    <ControlFrame
      settings={settings}
      control={control}
      kind="Setpoint"
      askedText={(value) => askedText(value, reading)}
    >
      {(name) => (
        <form
          className={classes.row}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <NumberEntry
            className={classes.grow ?? ''}
            aria-label={name}
            placeholder={reading.value === null ? '' : `${valueText(reading, null)} ${reading.unit}`.trim()}
            suffix={reading.unit === '' ? '' : ` ${reading.unit}`}
            {...(min === undefined ? {} : { min })}
            {...(max === undefined ? {} : { max })}
            value={typed}
            disabled={refusal !== '' || isSending}
            onChange={(next) => put({ typed: next })}
          />
          <Button type="submit" disabled={refusal !== '' || typed === null} loading={isSending}>
            Send
          </Button>
        </form>
      )}
    </ControlFrame>
  );
}
