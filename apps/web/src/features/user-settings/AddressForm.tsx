import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { auth, ownAccount, type UserId } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { altEmailQuery } from '#api/account-queries.ts';
import { messageOf, refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './user-settings.module.css';

/** The address that mails and reset links go to. A new one counts once it is confirmed from its mailbox. */
export function AddressForm({ userId }: { userId: UserId }) {
  const queryClient = useQueryClient();
  const query = useQuery(altEmailQuery);
  const [typed, setTyped] = useState<string>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: altEmailQuery.queryKey });
  const save = async (attributeValue: string) => {
    await callApi(auth.saveUserAttributes, { body: [{ userId, attributeName: 'altEmail', attributeValue }] });
    setTyped(undefined);
    await refresh();
  };
  const stored = query.data?.altEmail ?? '';
  const address = typed ?? stored;
  const { isBusy, problem, clearProblem, onSubmit } = useSubmit(() => refusalOf(save(address.trim())));

  if (query.data === undefined) {
    return (
      <Pending query={query} label="Loading your address" failure="This could not be loaded." rows={1} rowHeight={56} />
    );
  }
  const { pending } = query.data;
  return (
    <>
      <form className={classes.form} onSubmit={onSubmit}>
        <TextInput
          label="Alternative email"
          description="Mails and reset links go here. Empty: to your user name, if it is an address."
          type="email"
          autoComplete="email"
          value={address}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            clearProblem();
          }}
          error={problem}
        />
        <div className={classes.formActions}>
          <Button type="submit" variant="default" loading={isBusy} disabled={address.trim() === stored}>
            Save address
          </Button>
        </div>
      </form>
      {pending ? <PendingAddress {...pending} onCancel={() => save(stored)} onSent={refresh} /> : null}
    </>
  );
}

interface PendingAddressProps {
  address: string;
  expires: string;
  onCancel: () => Promise<void>;
  onSent: () => Promise<void>;
}

function PendingAddress({ address, expires, onCancel, onSent }: PendingAddressProps) {
  const say = (failure: Error) => toast(messageOf(failure), 'error');
  const resend = useMutation({
    mutationFn: () => callApi(ownAccount.resendAltEmail),
    onSuccess: () => {
      toast('The link was mailed again.');
      return onSent();
    },
    onError: say,
  });
  const cancel = useMutation({ mutationFn: onCancel, onError: say });
  const zone = useOwnZone();
  const untilMs = Date.parse(expires);
  const until = `${formatDateTime(untilMs, zone)} ${zoneName(untilMs, zone)}`;
  return (
    <div role="status">
      <p className={classes.lead}>
        {address} waits to be confirmed: open the link that was mailed there, until {until}. Nothing changes before
        that.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          Mail the link again
        </Button>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Keep the old address
        </Button>
      </div>
    </div>
  );
}
