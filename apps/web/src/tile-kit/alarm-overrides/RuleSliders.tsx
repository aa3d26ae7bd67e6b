import { Slider } from '@mantine/core';
import { numberText, withLimit } from '@telltale/domain/expression/limit-places.ts';
import { limitsIn, type RecordedLine, rangeOf, type SliderRange } from './recorded-line.ts';
import classes from './rule-sliders.module.css';
import type { Rule } from './use-backtest.ts';

const LONGEST_S = 600;
const MOST_LIMITS = 4;

interface RuleSlidersProps {
  rule: Rule;
  /** What was recorded of a variable, for the ends of its slider. */
  lineOf: (variable: string | undefined) => RecordedLine | undefined;
  /** Delays and deadband can be changed, too. */
  isWhole: boolean;
  onChange: (part: Partial<Rule>) => void;
}

/** The limits of the expression, the delays and the deadband, to be dragged; the text follows, and they follow the text. */
export function RuleSliders({ rule, lineOf, isWhole, onChange }: RuleSlidersProps) {
  const places = limitsIn(rule.expression).slice(0, MOST_LIMITS);
  const spreads = places.flatMap(({ variable }) => {
    const line = lineOf(variable);
    return line ? [line.max - line.min] : [];
  });
  const widest = Math.max(0, ...spreads) || Math.max(1, ...places.map(({ value }) => Math.abs(value)));
  const band = rangeOf(0, { min: 0, max: Math.max(widest / 2, rule.deadband) });
  return (
    <div className={classes.sliders}>
      {places.map((place, i) => (
        <Dragged
          // biome-ignore lint/suspicious/noArrayIndexKey: the first limit of the text stays the first one
          key={i}
          label={`Threshold${places.length > 1 ? ` ${i + 1}` : ''}${place.variable ? ` of ${place.variable}` : ''}`}
          value={place.value}
          range={rangeOf(place.value, lineOf(place.variable))}
          onChange={(value) => onChange({ expression: withLimit(rule.expression, place, value) })}
        />
      ))}
      {isWhole ? (
        <>
          <Dragged
            label="On delay"
            unit=" s"
            value={rule.onDelay}
            range={{ min: 0, max: Math.max(LONGEST_S, rule.onDelay), step: 1 }}
            onChange={(onDelay) => onChange({ onDelay })}
          />
          <Dragged
            label="Off delay"
            unit=" s"
            value={rule.offDelay}
            range={{ min: 0, max: Math.max(LONGEST_S, rule.offDelay), step: 1 }}
            onChange={(offDelay) => onChange({ offDelay })}
          />
          <Dragged
            label="Deadband"
            value={rule.deadband}
            range={{ ...band, min: 0 }}
            onChange={(deadband) => onChange({ deadband })}
          />
        </>
      ) : null}
    </div>
  );
}

interface DraggedProps {
  label: string;
  value: number;
  unit?: string;
  range: SliderRange;
  onChange: (value: number) => void;
}

function Dragged({ label, value, unit = '', range, onChange }: DraggedProps) {
  const { min, max, step } = range;
  return (
    <div className={classes.slider}>
      <span className={classes.label}>
        <span>{label}:</span> <strong>{`${numberText(value)}${unit}`}</strong>
      </span>
      <Slider
        size="sm"
        label={null}
        thumbLabel={`${label} slider`}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(next) => {
          const rounded = Number(numberText(next));
          if (rounded !== value) onChange(rounded);
        }}
      />
    </div>
  );
}
