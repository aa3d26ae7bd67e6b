import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { auth } from '@telltale/contract';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { tokenListQuery } from '#api/account-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { Age } from '#ui/feedback/Age.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from '../user-settings.module.css';
import { describeExpiry, describeScope } from './describe-token.ts';

const NewTokenDialog = lazy(() => import('./NewTokenDialog.tsx').then((part) => ({ default: part.NewTokenDialog })));

/** The user's API tokens: what they may do, when they were used last, and the ways to make and end them. */
export function TokenList() {
  const zone = useOwnZone();
  const queryClient = useQueryClient();
  const list = useQuery(tokenListQuery);
  const { data } = list;
  const [isMaking, setMaking] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey: tokenListQuery.queryKey });
  const revoke = useMutation({
    mutationFn: (tokenId: number) => callApi(auth.revokeToken, { params: { tokenId } }),
    onError: (failure) => toast(`The token still works. ${messageOf(failure)}`, 'error'),
    onSuccess: () => toast('The token has ended.'),
    onSettled: reload,
  });
  const ask = async ({ tokenId, name }: auth.ApiToken) => {
    const message = `Every script that uses ${name} is refused from then on.`;
    const answer = { title: 'Revoke this token?', message, confirmLabel: 'Revoke', isDestructive: true };
    if (await confirm(answer)) revoke.mutate(tokenId);
  };

  if (data === undefined) {
    return (
      <Pending query={list} label="Loading tokens" failure="The tokens could not be loaded." rows={1} rowHeight={56} />
    );
  }
  return (
    <>
      <p className={classes.lead}>
        Scripts send one as <code>Authorization: Bearer</code> with{' '}
        <Link href="/api-docs">the calls of the portal</Link>, and may never do more than you.
      </p>
      <ul className={classes.sessions} aria-label="API tokens">
        {data.map((token) => (
          <li key={token.tokenId} className={classes.session}>
            <div className={classes.sessionText}>
              <span className={classes.sessionName}>{token.name}</span>
              <span className={classes.sessionDetail}>{describeScope(token.permissionIds)}</span>
              <span className={classes.sessionDetail}>
                {token.lastUsed === null ? (
                  'Never used'
                ) : (
                  <>
                    Last used <Age timeMs={Date.parse(token.lastUsed)} zone={zone} />
                  </>
                )}
                {` · ${describeExpiry(token.expires, Date.now(), zone)}`}
              </span>
            </div>
            <Button
              variant="default"
              aria-label={`Revoke ${token.name}`}
              loading={revoke.isPending && revoke.variables === token.tokenId}
              onClick={() => void ask(token)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setMaking(true)}>
          New token
        </Button>
      </div>
      <Suspense>
        {isMaking ? <NewTokenDialog onMade={() => void reload()} onClose={() => setMaking(false)} /> : null}
      </Suspense>
    </>
  );
}
