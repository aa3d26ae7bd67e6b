import { Button } from '@mantine/core';
import { ownAccount } from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { toast } from '#ui/feedback/toast.ts';
import { MISMATCH, NewPasswordFields } from '#ui/form/NewPasswordFields.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from '../user-settings.module.css';

const EMPTY = { password: '', confirmation: '' };

/** Sets another password. The portal asks first who is there, where the login is not fresh. */
export function PasswordForm() {
  const [isOpen, setOpen] = useState(false);
  const [fields, setFields] = useState(EMPTY);
  const { password, confirmation } = fields;
  const close = () => {
    setOpen(false);
    setFields(EMPTY);
  };
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(async () => {
    if (password !== confirmation) return MISMATCH;
    const refusal = await refusalOf(callApi(ownAccount.changePassword, { body: { password } }));
    if (refusal !== undefined) return refusal;
    close();
    toast('The password is changed. Your other sessions have ended.');
    return undefined;
  });
  if (!isOpen) {
    return (
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setOpen(true)}>
          Change password
        </Button>
      </div>
    );
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} aria-label="Change password">
      <p className={classes.lead}>Everywhere else you are logged out when it changes; API tokens go on.</p>
      <NewPasswordFields
        {...fields}
        confirmLabel="Password once more"
        onChange={(part) => {
          setFields((before) => ({ ...before, ...part }));
          clearProblem();
        }}
        error={problem === MISMATCH ? undefined : problem}
        isRefused={problem === MISMATCH}
      />
      <div className={classes.formActions}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={password === ''}>
          Change password
        </Button>
      </div>
    </form>
  );
}
