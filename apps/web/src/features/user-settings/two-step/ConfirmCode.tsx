import { Button, TextInput } from '@mantine/core';
import { secondFactor } from '@telltale/contract';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from '../user-settings.module.css';
import { QrCode } from './QrCode.tsx';

interface ConfirmCodeProps {
  /** Base 32. */
  secret: string;
  /** `otpauth://…` */
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret to the app, and takes a code of it as proof that the app has it. */
export function ConfirmCode({ secret, uri, onConfirmed }: ConfirmCodeProps) {
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const { recoveryCodes } = await callApi(secondFactor.confirmSecondFactor, { body: { code } });
      onConfirmed(recoveryCodes);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <p className={classes.lead}>Scan this with your authenticator app, or type the text into it.</p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <div className={classes.secret}>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} what="secret" />
      </div>
      <TextInput
        label="Code"
        description="The six digits that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        required
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
      />
      <div className={classes.formActions}>
        <Button type="submit" loading={isBusy}>
          Turn on
        </Button>
      </div>
    </form>
  );
}
