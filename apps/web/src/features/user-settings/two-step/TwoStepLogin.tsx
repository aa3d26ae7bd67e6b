import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { secondFactor } from '@telltale/contract';
import { formatDate } from '@telltale/domain/format/time.ts';
import { lazy, Suspense, useState } from 'react';
import { secondFactorQuery } from '#api/account-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import classes from '../user-settings.module.css';
import type { TwoStepTask } from './TwoStepDialog.tsx';

const TwoStepDialog = lazy(() => import('./TwoStepDialog.tsx').then((part) => ({ default: part.TwoStepDialog })));

/** Recovery codes that are few are worth a word. */
const FEW_CODES = 3;

/** Whether logging in asks for a code of an authenticator app, and the ways to change that. */
export function TwoStepLogin() {
  const zone = useOwnZone();
  const queryClient = useQueryClient();
  const factor = useQuery(secondFactorQuery);
  const { data } = factor;
  const [task, setTask] = useState<TwoStepTask>();
  const close = () => {
    setTask(undefined);
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  };

  if (data === undefined) {
    return (
      <Pending
        query={factor}
        label="Loading two-step login"
        failure="This could not be loaded."
        rows={1}
        rowHeight={56}
      />
    );
  }
  return (
    <>
      <p className={classes.lead}>{describe(data, zone)}</p>
      <div className={classes.buttons}>
        {data.enabled ? (
          <>
            <Button variant="default" onClick={() => setTask('renew')}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setTask('remove')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setTask('set-up')}>
            Set up two-step login
          </Button>
        )}
      </div>
      <Suspense>{task === undefined ? null : <TwoStepDialog task={task} onClose={close} />}</Suspense>
    </>
  );
}

function describe({ enabled, since, recoveryCodesLeft }: secondFactor.SecondFactor, zone: string) {
  if (!enabled || since === null) {
    return 'Off. With it, logging in asks for a code of an authenticator app on your phone, beside the password.';
  }
  const day = formatDate(Date.parse(since), zone);
  const codes = recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`;
  const advice = recoveryCodesLeft < FEW_CODES ? ' Make new ones while you can.' : '';
  return `On since ${day}. ${codes} left, for the day that your phone is not.${advice}`;
}
