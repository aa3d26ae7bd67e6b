import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ownAccount } from '@telltale/contract';
import { externalLoginQuery } from '#api/account-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import classes from '../login.module.css';

/** A login at the identity provider, which leads away from the page and back to it. */
export function ProviderProof() {
  const label = useQuery(externalLoginQuery).data?.label ?? 'Log in again';
  const leave = useMutation({
    mutationFn: async () => {
      const next = `${window.location.pathname}${window.location.search}`;
      const { address } = await callApi(ownAccount.proveExternally, { body: { next } });
      window.location.assign(address);
    },
  });
  return (
    <>
      <Button variant="default" size="sm" fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
        {label}
      </Button>
      <p className={classes.lead}>You come back to this page. What you were doing is to be done again then.</p>
      {leave.error ? (
        <p className={classes.problem} role="alert">
          {messageOf(leave.error)}
        </p>
      ) : null}
    </>
  );
}
