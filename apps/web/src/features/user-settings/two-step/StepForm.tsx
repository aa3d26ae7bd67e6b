import { Button } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from '../user-settings.module.css';

/** What the field of a step is drawn with. */
interface StepField {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  error: string | undefined;
  required: true;
  'data-autofocus': true;
}

interface StepFormProps {
  /** On the button. */
  label: string;
  isDestructive?: boolean;
  /** Hears what was typed; answers what was said against it, or undefined when it went well. */
  onSubmit: (text: string) => Promise<string | undefined>;
  field: (props: StepField) => ReactNode;
  /** What stands above the field. */
  children: ReactNode;
}

/** One step of a dialog: words, one field, and the button that goes on. */
export function StepForm({ label, isDestructive = false, field, children, ...props }: StepFormProps) {
  const [text, setText] = useState('');
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(() => props.onSubmit(text));
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      {children}
      {field({
        value: text,
        onChange: ({ currentTarget }) => {
          setText(currentTarget.value);
          clearProblem();
        },
        error: problem,
        required: true,
        'data-autofocus': true,
      })}
      <div className={classes.formActions}>
        <Button type="submit" loading={isBusy} {...(isDestructive ? { color: 'red' } : {})}>
          {label}
        </Button>
      </div>
    </form>
  );
}
