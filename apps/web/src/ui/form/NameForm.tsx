import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSubmit } from './use-submit.ts';

interface NameFormProps {
  /** What the name is called; 'Name' if not said. */
  label?: string;
  description?: string;
  /** What it begins with. */
  name: string;
  /** Said when there is none: 'A group needs a name.' */
  missing: string;
  /** On the button that sends it. */
  submitLabel: string;
  /** Hears the name without the blanks around it; answers what was said against it, or undefined when it went well. */
  onSubmit: (name: string) => Promise<string | undefined>;
  onCancel: () => void;
  /** Fields below the name. */
  children?: ReactNode;
}

/** A dialog's form for something that has a name. What is said against it stands at the name. */
export function NameForm({ label = 'Name', description, missing, submitLabel, onCancel, ...props }: NameFormProps) {
  const [name, setName] = useState(props.name);
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(async () =>
    name.trim() === '' ? missing : props.onSubmit(name.trim()),
  );
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={label}
          description={description}
          data-autofocus
          maxLength={255}
          autoComplete="off"
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            clearProblem();
          }}
        />
        {props.children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
