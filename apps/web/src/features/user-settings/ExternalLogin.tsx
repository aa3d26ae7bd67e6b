import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts, ownAccount } from '@telltale/contract';
import { useSearch } from 'wouter';
import { externalLoginQuery } from '#api/account-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from './user-settings.module.css';

/** Connecting the account to the identity provider, where the portal has one. */
export function ExternalLogin() {
  const queryClient = useQueryClient();
  const { data } = useQuery(externalLoginQuery);
  const failure = failureOf(new URLSearchParams(useSearch()).get('loginError'));
  const say = (error: Error) => toast(messageOf(error), 'error');
  const connect = useMutation({
    mutationFn: async () => {
      const { address } = await callApi(ownAccount.connectExternalLogin, { body: { next: '/user-settings' } });
      window.location.assign(address);
    },
    onError: say,
  });
  const disconnect = useMutation({
    mutationFn: () => callApi(ownAccount.disconnectExternalLogin),
    onSuccess: (state) => queryClient.setQueryData(externalLoginQuery.queryKey, state),
    onError: say,
  });
  const ask = async () => {
    const message = 'You log in with your password alone from then on.';
    if (await confirm({ title: 'Disconnect your account?', message, confirmLabel: 'Disconnect' })) disconnect.mutate();
  };

  if (!data || data.label === null) return null;
  return (
    <section className={classes.section} aria-labelledby="external-login-heading">
      <h2 id="external-login-heading">{data.label}</h2>
      {failure === undefined ? null : (
        <p className={classes.problem} role="alert">
          {failure}
        </p>
      )}
      <p className={classes.lead}>
        {data.connected
          ? 'Your account is connected to the identity provider.'
          : 'Connect your account to log in with the identity provider. Your password stays.'}
      </p>
      <div className={classes.buttons}>
        {data.connected ? (
          <Button variant="default" loading={disconnect.isPending} onClick={() => void ask()}>
            Disconnect
          </Button>
        ) : (
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate()}>
            Connect
          </Button>
        )}
      </div>
    </section>
  );
}

/** The address carries a code and never words, which anybody could put there. */
function failureOf(code: string | null): string | undefined {
  const texts: Readonly<Record<string, string>> = accounts.externalLoginFailures;
  if (code === null) return undefined;
  return Object.hasOwn(texts, code) ? texts[code] : texts.failed;
}
