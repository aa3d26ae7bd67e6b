import { Button, Group, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { pressKey } from '#ui/keys.ts';
import { useConfigurationPlace } from './configuration-address.ts';
import classes from './page.module.css';
import { useChange } from './use-change.ts';

interface NewEntryFormProps {
  /** Names the form: 'Add new system definition'. */
  label: string;
  /** Fields beside the name. */
  children?: ReactNode;
  isComplete?: boolean;
  /** Makes the entry and answers its id. */
  make: (name: string) => Promise<number>;
  /** The list that it stands in. */
  reload: QueryKey;
  onDone: () => void;
}

/** A name, Add and Cancel. What the portal refuses stands at the name; what it made is opened. */
export function NewEntryForm({ label, children, isComplete = true, make, reload, onDone }: NewEntryFormProps) {
  const { open } = useConfigurationPlace();
  const { change, isBusy, problem, clearProblem } = useChange();
  const [typed, setTyped] = useState('');
  const name = typed.trim();

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name === '' || !isComplete) return;
    const id = await change({ said: `${name} was added.`, reload: [reload], make: () => make(name) });
    if (id === undefined) return;
    onDone();
    open(id);
  };
  return (
    <form
      className={classes.newEntry}
      aria-label={label}
      onSubmit={(event) => void add(event)}
      onKeyDown={(event) => pressKey(event, { Escape: onDone })}
    >
      <TextInput
        label="Name"
        className={classes.newName ?? ''}
        autoFocus
        autoComplete="off"
        maxLength={255}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          clearProblem();
        }}
      />
      {children}
      <Group gap="xs" className={classes.newButtons ?? ''}>
        <Button type="submit" loading={isBusy} disabled={name === '' || !isComplete}>
          Add
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
