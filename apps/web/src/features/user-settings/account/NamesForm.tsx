import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { saveOwnAttribute, useOwnAttribute } from '#session/own-attributes.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from '../user-settings.module.css';

const MOST_CHARACTERS = 255;

/** First and last name. Only what was changed is sent, so that two forms open at once do not undo each other. */
export function NamesForm() {
  const stored = { firstName: useOwnAttribute('firstName') ?? '', lastName: useOwnAttribute('lastName') ?? '' };
  const [typed, setTyped] = useState<Partial<typeof stored>>({});
  const names = { ...stored, ...typed };
  const changed = (['firstName', 'lastName'] as const).filter((name) => names[name].trim() !== stored[name]);
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(() =>
    refusalOf(
      (async () => {
        for (const name of changed) await saveOwnAttribute(name, names[name].trim());
        setTyped({});
      })(),
    ),
  );
  const field = (name: keyof typeof stored, label: string, autoComplete: string) => (
    <TextInput
      label={label}
      autoComplete={autoComplete}
      maxLength={MOST_CHARACTERS}
      value={names[name]}
      onChange={({ currentTarget }) => {
        setTyped((before) => ({ ...before, [name]: currentTarget.value }));
        clearProblem();
      }}
    />
  );
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <div className={classes.pair}>
        {field('firstName', 'First name', 'given-name')}
        {field('lastName', 'Last name', 'family-name')}
      </div>
      {problem === undefined ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.formActions}>
        <Button type="submit" variant="default" loading={isBusy} disabled={changed.length === 0}>
          Save names
        </Button>
      </div>
    </form>
  );
}
