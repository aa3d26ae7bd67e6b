import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { auth } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { sessionListQuery } from '#api/session-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { Age } from '#ui/feedback/Age.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { describeAgent } from './describe-agent.ts';
import classes from './user-settings.module.css';

const ROW_HEIGHT_PX = 56;

/** The user's open sessions; any but this one can be ended here. */
export function SessionList() {
  const zone = useOwnZone();
  const queryClient = useQueryClient();
  const list = useQuery(sessionListQuery);
  const { data } = list;
  const revoke = useMutation({
    mutationFn: (authId: string) => callApi(auth.revokeSession, { params: { authId } }),
    onError: (failure) => toast(`The session is still open. ${messageOf(failure)}`, 'error'),
    onSuccess: () => toast('The session has ended.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionListQuery.queryKey }),
  });
  const ask = async (authId: string, where: string) => {
    const message = `Whoever uses ${where} has to log in again.`;
    if (await confirm({ title: 'End this session?', message, confirmLabel: 'End session', isDestructive: true }))
      revoke.mutate(authId);
  };

  if (data === undefined) {
    return (
      <Pending
        query={list}
        label="Loading sessions"
        failure="The sessions could not be loaded."
        rows={2}
        rowHeight={ROW_HEIGHT_PX}
      />
    );
  }
  return (
    <ul className={classes.sessions}>
      {data.map((session) => {
        const where = describeAgent(session.userAgent);
        return (
          <li key={session.authId} className={classes.session}>
            <div className={classes.sessionText}>
              <span className={classes.sessionName}>{where}</span>
              <span className={classes.sessionDetail}>
                {session.address} · last used <Age timeMs={Date.parse(session.lastUsed)} zone={zone} />
              </span>
            </div>
            {session.current ? (
              <span className={classes.sessionDetail}>This session</span>
            ) : (
              <Button
                variant="default"
                loading={revoke.isPending && revoke.variables === session.authId}
                onClick={() => void ask(session.authId, where)}
              >
                End session
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
