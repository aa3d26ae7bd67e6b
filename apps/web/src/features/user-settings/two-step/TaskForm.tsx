import { Button } from '@mantine/core';
import { refusalOf } from '#api/api-error.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from '../user-settings.module.css';

interface TaskFormProps {
  lead: string;
  /** On the button. */
  label: string;
  isDestructive: boolean;
  /** Does what the button says; what it throws is shown. */
  onConfirmed: () => Promise<void>;
}

/** Says what is about to happen, and begins it. */
export function TaskForm({ lead, label, isDestructive, onConfirmed }: TaskFormProps) {
  const { isBusy, problem, onSubmit } = useSubmit(() => refusalOf(onConfirmed()));
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <p className={classes.lead}>{lead}</p>
      {problem === undefined ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.formActions}>
        <Button type="submit" data-autofocus loading={isBusy} {...(isDestructive ? { color: 'red' } : {})}>
          {label}
        </Button>
      </div>
    </form>
  );
}
