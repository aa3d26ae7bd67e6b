import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import classes from './page.module.css';

interface NewEntryFormProps {
  /** Names the form: 'Add new system definition'. */
  label: string;
  /** Fields beside the name. */
  children?: ReactNode;
  isComplete?: boolean;
  onAdd: (name: string) => Promise<unknown>;
  onCancel: () => void;
}

/** A name, Add and Cancel. What the portal refuses stands at the name. */
export function NewEntryForm({ label, children, isComplete = true, onAdd, onCancel }: NewEntryFormProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '' || !isComplete) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await onAdd(name.trim());
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.newEntry}
      aria-label={label}
      onSubmit={(event) => void add(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <TextInput
        label="Name"
        className={classes.newName ?? ''}
        autoFocus
        autoComplete="off"
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      {children}
      <Group gap="xs" className={classes.newButtons ?? ''}>
        <Button type="submit" loading={isBusy} disabled={name.trim() === '' || !isComplete}>
          Add
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
