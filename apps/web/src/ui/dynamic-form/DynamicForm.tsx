import { DynamicField } from './DynamicField.tsx';
import classes from './dynamic-form.module.css';
import { type FormField, type FormValue, type FormValues, valueIn } from './form-field.ts';

interface DynamicFormProps {
  fields: readonly FormField[];
  values: FormValues;
  onChange: (name: string, value: FormValue) => void;
  /** By name of the field. */
  errors?: Readonly<Record<string, string | undefined>>;
  /** IANA zone in which times are typed; it is written beside them. */
  zone: string;
  disabled?: boolean;
}

/** The fields of a form that is data. The form element and its buttons are the caller's. */
export function DynamicForm({ fields, values, onChange, errors = {}, zone, disabled = false }: DynamicFormProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field, index) =>
        field.type === 'separator' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no identity, and fields never change places
          <Separator key={`separator ${index}`} label={field.label} />
        ) : (
          <DynamicField
            key={field.name}
            field={field}
            value={valueIn(values, field.name)}
            error={Object.hasOwn(errors, field.name) ? errors[field.name] : undefined}
            onChange={(value) => onChange(field.name, value)}
            zone={zone}
            disabled={disabled}
          />
        ),
      )}
    </div>
  );
}

function Separator({ label }: { label: string | undefined }) {
  if (label === undefined) return <hr className={classes.line} />;
  return <h4 className={classes.heading}>{label}</h4>;
}
