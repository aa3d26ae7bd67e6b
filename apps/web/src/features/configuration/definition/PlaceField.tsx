import { useState } from 'react';
import { pressKey } from '#ui/keys.ts';
import classes from './definition.module.css';

interface PlaceFieldProps {
  /** Its name for screen readers: 'Unit of Pressure'. */
  label: string;
  value: string;
  isNumber: boolean;
  placeholder: string;
  isReadOnly: boolean;
  /** Why a text cannot be saved; undefined: it can. */
  fault: (text: string) => string | undefined;
  /** Answers whether it was saved. */
  onSave: (text: string) => Promise<boolean>;
}

/**
 * A value that is edited where it stands: Enter, or leaving the field, saves it; Escape takes back what was typed. What
 * cannot be saved stays as it was typed, with the reason.
 */
export function PlaceField(props: PlaceFieldProps) {
  const { label, value, isNumber, placeholder, isReadOnly, fault, onSave } = props;
  const [typed, setTyped] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const text = typed?.trim() ?? value;
  const problem = text === value ? undefined : fault(text);
  if (isReadOnly) return <span className={classes.readOnly}>{value}</span>;

  const save = async () => {
    if (isSaving || problem !== undefined) return;
    if (text === value) {
      setTyped(undefined);
      return;
    }
    setSaving(true);
    const isSaved = await onSave(text);
    setSaving(false);
    if (isSaved) setTyped(undefined);
  };
  return (
    <input
      className={classes.placeField}
      aria-label={label}
      aria-invalid={problem !== undefined}
      aria-busy={isSaving}
      title={problem}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      placeholder={placeholder}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        const takeBack = typed === undefined ? undefined : () => setTyped(undefined);
        if (pressKey(event, { Enter: () => void save(), Escape: takeBack })) event.stopPropagation();
      }}
    />
  );
}
