import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accounts } from '@telltale/contract';
import { Link, useSearch } from 'wouter';
import { altEmailQuery } from '#api/account-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { portalName } from '#ui/page/portal-name.ts';
import classes from './login.module.css';

/** The page of a mailed link: a press confirms the address, so that a mail scanner which opens the link does not. */
export function ConfirmAddressPage() {
  useDocumentTitle(`Confirm your address – ${portalName()}`);
  const changeId = new URLSearchParams(useSearch()).get('changeId') ?? '';
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => callApi(accounts.confirmAltEmail, { params: { changeId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: altEmailQuery.queryKey }),
  });
  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        <h1 className={classes.title}>Confirm your address</h1>
        {confirm.data ? (
          <p className={classes.lead} role="status">
            Mails and reset links of {confirm.data.username} now go to {confirm.data.altEmail}.
          </p>
        ) : (
          <>
            <p className={classes.lead}>
              The address that this link was mailed to becomes the one for mails and reset links of the account.
            </p>
            {confirm.error ? (
              <p className={classes.problem} role="alert">
                {messageOf(confirm.error)}
              </p>
            ) : null}
            <Button size="sm" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
              Confirm
            </Button>
          </>
        )}
        <p className={classes.foot}>
          <Link href="/user-settings">Settings</Link>
        </p>
      </div>
    </div>
  );
}
