import { Button, TextInput } from '@mantine/core';
import { accounts } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { logIn } from '#session/session.ts';
import { MISMATCH, NewPasswordFields } from '#ui/form/NewPasswordFields.tsx';
import classes from './login.module.css';

interface RegisterFormProps {
  onRegistered: () => void;
  onExists: (username: string) => void;
}

const EMPTY = { username: '', firstName: '', lastName: '', phone: '', password: '', confirmation: '' };

const TEXTS = [
  { key: 'username', label: 'Email', type: 'email', autoComplete: 'username', required: true },
  { key: 'firstName', label: 'First Name', type: 'text', autoComplete: 'given-name', required: false },
  { key: 'lastName', label: 'Last Name', type: 'text', autoComplete: 'family-name', required: false },
  { key: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel', required: false },
] as const;

/** Email, names, phone and password of a new account; it is logged in at once. */
export function RegisterForm({ onRegistered, onExists }: RegisterFormProps) {
  const [fields, setFields] = useState(EMPTY);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { username, password, confirmation, firstName, lastName, phone } = fields;
  const change = (part: Partial<typeof EMPTY>) => {
    setFields((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== confirmation) {
      setProblem(MISMATCH);
      return;
    }
    setBusy(true);
    try {
      const attributes = { firstName, lastName, phone, altEmail: '' };
      await callApi(accounts.register, { body: { username: username.trim(), password, attributes } });
      const failure = await logIn(username.trim(), password);
      if (failure === undefined) onRegistered();
      else setProblem(failure.message);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onExists(username.trim());
      else setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} data-shake={problem !== undefined} onSubmit={(event) => void submit(event)}>
      {TEXTS.map(({ key, ...field }) => (
        <TextInput
          key={key}
          {...field}
          size="sm"
          value={fields[key]}
          onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
        />
      ))}
      <NewPasswordFields
        password={password}
        confirmation={confirmation}
        confirmLabel="Confirm Password"
        onChange={change}
      />
      {problem === undefined ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" size="sm" loading={isBusy}>
        Sign Up
      </Button>
    </form>
  );
}
