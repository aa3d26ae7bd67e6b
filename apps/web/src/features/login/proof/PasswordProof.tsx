import { Button, PasswordInput } from '@mantine/core';
import { auth, ownAccount } from '@telltale/contract';
import { useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { CodeField } from '../CodeField.tsx';
import classes from '../login.module.css';

interface PasswordProofProps {
  /** The second factor is on. */
  wantsCode: boolean;
  onProved: () => void;
}

/** The password, and the code of the second factor where it is on. */
export function PasswordProof({ wantsCode, onProved }: PasswordProofProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeWrong, setCodeWrong] = useState(false);
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(async () => {
    try {
      await callApi(ownAccount.prove, { body: { password, ...(wantsCode ? { code } : {}) } });
    } catch (error) {
      setCodeWrong(error instanceof ApiError && error.code === auth.SECOND_FACTOR_WRONG);
      return messageOf(error);
    }
    onProved();
    return undefined;
  });
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <PasswordInput
        label="Password"
        size="sm"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          clearProblem();
        }}
        error={isCodeWrong ? undefined : problem}
      />
      {wantsCode ? (
        <CodeField
          autoFocus={false}
          value={code}
          onChange={(text) => {
            setCode(text);
            clearProblem();
          }}
          error={isCodeWrong ? problem : undefined}
        />
      ) : null}
      <Button type="submit" size="sm" loading={isBusy}>
        Confirm
      </Button>
    </form>
  );
}
