import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { saveOwnAttribute, useOwnAttribute } from '#session/own-attributes.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './user-settings.module.css';

const OFF = new Set(['false', '0', 'off', 'no']);
const ON = new Set(['true', '1', 'on', 'yes']);

const keyOf = (value: string | undefined) => (value ?? '').trim().toLowerCase();

/** Whether the user is told of alarms by mail and by texts to the phone. */
export function AlertChoice() {
  const wantsMail = !OFF.has(keyOf(useOwnAttribute('emailAlerts')));
  const wantsText = ON.has(keyOf(useOwnAttribute('textAlerts')));
  const stored = useOwnAttribute('phone') ?? '';
  const [typed, setTyped] = useState<string>();
  const phone = typed ?? stored;
  const choose = async (name: string, isOn: boolean) => {
    const refusal = await refusalOf(saveOwnAttribute(name, String(isOn)));
    if (refusal !== undefined) toast(refusal, 'error');
  };
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(() =>
    refusalOf(saveOwnAttribute('phone', phone.trim()).then(() => setTyped(undefined))),
  );
  return (
    <>
      <p className={classes.lead}>
        Of which alarms you are told is decided by the user groups that you are in. Here you decide how.
      </p>
      <div className={classes.form}>
        <Switch
          label="Mails about alarms"
          checked={wantsMail}
          onChange={({ currentTarget }) => void choose('emailAlerts', currentTarget.checked)}
        />
        <Switch
          label="Texts to my phone about alarms"
          description={
            wantsText && stored === '' ? 'None come until there is a number below.' : 'If your portal sends texts.'
          }
          checked={wantsText}
          onChange={({ currentTarget }) => void choose('textAlerts', currentTarget.checked)}
        />
      </div>
      <form className={classes.form} onSubmit={onSubmit}>
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="tel"
          value={phone}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            clearProblem();
          }}
          error={problem}
        />
        <div className={classes.formActions}>
          <Button type="submit" variant="default" loading={isBusy} disabled={phone.trim() === stored}>
            Save phone
          </Button>
        </div>
      </form>
    </>
  );
}
