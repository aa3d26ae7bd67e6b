import { Input, Slider } from '@mantine/core';
import { useId } from 'react';
import classes from './editor.module.css';

interface SliderFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** Written behind the value. */
  suffix?: string;
}

/** A slider with its value in figures beside it. */
export function SliderField({ label, value, onChange, min, max, step = 1, suffix = '' }: SliderFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      <div className={classes.slider}>
        <Slider
          flex={1}
          size="sm"
          label={null}
          value={value}
          onChange={onChange}
          min={min}
          max={max}
          step={step}
          thumbProps={{ 'aria-labelledby': id }}
        />
        <span className={classes.sliderValue}>
          {value}
          {suffix}
        </span>
      </div>
    </Input.Wrapper>
  );
}
