import { Modal } from '@mantine/core';
import { secondFactor } from '@telltale/contract';
import { useState } from 'react';
import { callApi } from '#api/client.ts';
import { useSessionStore } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmCode } from './ConfirmCode.tsx';

import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TaskForm } from './TaskForm.tsx';

export type TwoStepTask = 'set-up' | 'renew' | 'remove';

const titles: Readonly<Record<TwoStepTask, string>> = {
  'set-up': 'Set up two-step login',
  renew: 'New recovery codes',
  remove: 'Turn off two-step login',
};

/** Each task says what it does; setting up goes on with the app's code and ends with the recovery codes. */
export function TwoStepDialog({ task, onClose }: { task: TwoStepTask; onClose: () => void }) {
  const username = useSessionStore((session) => session.user?.username ?? '');
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();

  const step = () => {
    if (codes) return <RecoveryCodes codes={codes} username={username} onDone={onClose} />;
    if (secret) return <ConfirmCode {...secret} onConfirmed={setCodes} />;
    return <TaskForm {...taskForms[task]} onConfirmed={run} />;
  };

  const run = async () => {
    if (task === 'set-up') setSecret(await callApi(secondFactor.beginSecondFactor));
    else if (task === 'renew') setCodes((await callApi(secondFactor.renewRecoveryCodes)).recoveryCodes);
    else {
      await callApi(secondFactor.removeSecondFactor);
      toast('Two-step login is off.');
      onClose();
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={titles[task]}
      size="md"
      // Codes that are shown once must not vanish by a click beside them.
      closeOnClickOutside={false}
      closeOnEscape={codes === undefined}
      withCloseButton={codes === undefined}
    >
      {step()}
    </Modal>
  );
}

const taskForms: Readonly<Record<TwoStepTask, { lead: string; label: string; isDestructive: boolean }>> = {
  'set-up': {
    lead: 'You need an authenticator app, such as the one of your phone or password manager.',
    label: 'Continue',
    isDestructive: false,
  },
  renew: { lead: 'The old recovery codes end.', label: 'Make new codes', isDestructive: false },
  remove: {
    lead: 'After that, whoever knows your password can log in.',
    label: 'Turn off',
    isDestructive: true,
  },
};
