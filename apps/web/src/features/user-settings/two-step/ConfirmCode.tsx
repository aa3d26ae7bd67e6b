import { Button, TextInput } from '@mantine/core';
import { secondFactor } from '@telltale/contract';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import classes from '../user-settings.module.css';
import { QrCode } from './QrCode.tsx';
import { StepForm } from './StepForm.tsx';

interface ConfirmCodeProps {
  /** Base 32. */
  secret: string;
  /** `otpauth://…` */
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret to the app, and takes a code of it as proof that the app has it. */
export function ConfirmCode({ secret, uri, onConfirmed }: ConfirmCodeProps) {
  const confirm = async (code: string) => {
    const { recoveryCodes } = await callApi(secondFactor.confirmSecondFactor, { body: { code } });
    onConfirmed(recoveryCodes);
  };
  return (
    <StepForm
      label="Turn on"
      onSubmit={(code) => refusalOf(confirm(code))}
      field={(props) => (
        <TextInput
          label="Code"
          description="The six digits that the app shows now."
          autoComplete="one-time-code"
          inputMode="numeric"
          {...props}
        />
      )}
    >
      <p className={classes.lead}>Scan this with your authenticator app, or type the text into it.</p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <div className={classes.secret}>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} what="secret" />
      </div>
      {/* Nobody scans the screen that they hold in their hand. */}
      <div className={classes.onTouch}>
        <Button component="a" href={uri} variant="default" fullWidth>
          Open in an authenticator app
        </Button>
      </div>
    </StepForm>
  );
}
