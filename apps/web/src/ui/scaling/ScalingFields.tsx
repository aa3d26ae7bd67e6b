import type { ItemScaling } from '@telltale/contract';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import classes from './scaling-fields.module.css';

/** A scaling as it stands in the fields; null: a field is empty. */
export type TypedScaling = { readonly [Key in keyof ItemScaling]: number | null };

/** Where a scaling begins: the readings of a current loop, as they are. */
export const UNSCALED: ItemScaling = {
  ...{ unscaledMin: 4, unscaledMax: 20, scaledMin: 4, scaledMax: 20 },
  ...{ offset: 0, samples: 1 },
};

const FIELDS: readonly { key: keyof ItemScaling; label: string }[] = [
  { key: 'unscaledMin', label: 'Unscaled Min' },
  { key: 'unscaledMax', label: 'Unscaled Max' },
  { key: 'scaledMin', label: 'Scaled Min' },
  { key: 'scaledMax', label: 'Scaled Max' },
  { key: 'offset', label: 'Offset' },
  { key: 'samples', label: 'Samples to average' },
];

interface ScalingFieldsProps {
  value: TypedScaling;
  onChange: (change: (before: TypedScaling) => TypedScaling) => void;
}

/** The fields of a scaling (spec 1 §2), and what is wrong with what stands in them. */
export function ScalingFields({ value, onChange }: ScalingFieldsProps) {
  return (
    <>
      <div className={classes.fields}>
        {FIELDS.map(({ key, label }) => (
          <NumberEntry
            key={key}
            label={label}
            {...(key === 'samples' ? { min: 1, max: 1_000, allowDecimal: false } : {})}
            value={value[key]}
            onChange={(next) => onChange((before) => ({ ...before, [key]: next }))}
          />
        ))}
      </div>
      {value.unscaledMin !== null && value.unscaledMin === value.unscaledMax ? (
        <p role="alert" className={classes.problem}>
          Unscaled Min and Unscaled Max must differ.
        </p>
      ) : null}
    </>
  );
}
