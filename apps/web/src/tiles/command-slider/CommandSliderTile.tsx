import { Button, Slider } from '@mantine/core';
import { decimalsOfStep } from '@telltale/domain';
import { useState } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { useScale } from '#tile-kit/readings/use-scale.ts';
import { ControlFrame } from '#tiles/shared/control/ControlFrame.tsx';
import classes from '#tiles/shared/control/control.module.css';
import { askedText, controlNumber, stepOf } from '#tiles/shared/control/control-number.ts';
import { useControl } from '#tiles/shared/control/use-control.ts';
import { valueText } from '#tiles/shared/reading/value-text.ts';
import type { CommandSliderSettings } from './settings.ts';

/** Stands where the device reports its value to be; drawn elsewhere, it is sent by its button. */
export function CommandSliderTile({ settings }: TileViewProps<CommandSliderSettings>) {
  const control = useControl(settings, { isOwnValue: true, tolerance: settings.tolerance });
  const { reading, refusal, isSending } = control;
  const { min, max } = useScale(settings, reading, settings);
  const [drawn, setDrawn] = useState<number>();
  const step = stepOf(settings.step, { min, max });
  const decimals = Math.max(...[step, min].map(decimalsOfStep));
  const text = (value: number) => controlNumber(value, reading, decimals);
  return (
    <ControlFrame settings={settings} control={control} kind="Slider" askedText={(value) => askedText(value, reading)}>
      {(name) => (
        <>
          <Slider
            className={`${classes.grow} ${classes.slider}`}
            thumbLabel={name}
            label={drawn === undefined ? `${valueText(reading, null)} ${reading.unit}` : text}
            min={min}
            max={max}
            step={step}
            value={drawn ?? reading.value ?? min}
            disabled={refusal !== '' || isSending}
            onChange={setDrawn}
          />
          <div className={classes.ends} aria-hidden>
            <span>{controlNumber(min, reading)}</span>
            <span>{controlNumber(max, reading)}</span>
          </div>
          {drawn === undefined ? null : (
            <div className={classes.row}>
              <Button
                size="compact-sm"
                disabled={refusal !== ''}
                loading={isSending}
                onClick={() => void control.press(drawn).then((isSent) => isSent && setDrawn(undefined))}
              >
                Send {text(drawn)}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setDrawn(undefined)}>
                Cancel
              </Button>
            </div>
          )}
        </>
      )}
    </ControlFrame>
  );
}
