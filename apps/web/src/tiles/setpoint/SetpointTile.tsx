import { Button } from '@mantine/core';
import { formatNumber } from '@telltale/domain';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useTileDraft } from '#tile-kit/records/use-tile-draft.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import classes from '#tiles/shared/control/control.module.css';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { decimalsOf } from '#tiles/shared/reading/value-text.ts';
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
  const text = (value: number) => `${formatNumber(value, decimalsOf(reading, null))} ${reading.unit}`.trim();
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
      askedText={(value) => (typeof value === 'number' ? text(value) : String(value))}
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
            placeholder={reading.value === null ? '' : text(reading.value)}
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
