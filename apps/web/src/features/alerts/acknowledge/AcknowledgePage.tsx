import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alertAnswers } from '@telltale/contract';
import { Link } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { alertAnswerQuery } from '#api/alerts/alert-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { Pending } from '#pages/Pending.tsx';
import { portalName } from '#ui/page/portal-name.ts';
import { AnsweredAlarms } from './AnsweredAlarms.tsx';
import classes from './acknowledge.module.css';

const stateWords: Readonly<Record<Exclude<alertAnswers.AlertAnswer['state'], 'ready'>, string>> = {
  used: 'This link was used already.',
  expired: 'This link has expired. Log in to see the alarms that are open.',
  refused: 'You may not acknowledge these alarms any more.',
};

/**
 * The page of the link in a message: a press acknowledges, so that a mail scanner which opens the link does not. The link
 * stands behind `#`, so that it is in no log and in no referrer.
 */
export function AcknowledgePage() {
  useDocumentTitle(`Acknowledge – ${portalName()}`);
  const link = useLocationProperty(() => window.location.hash.slice(1));
  const client = useQueryClient();
  const query = alertAnswerQuery(link);
  const answer = useQuery({ ...query, enabled: link !== '' });
  const press = useMutation({
    mutationFn: () => callApi(alertAnswers.answerAlert, { body: { link } }),
    onSuccess: (after) => client.setQueryData(query.queryKey, after),
    onError: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const open = answer.data?.alarms.filter(({ state }) => state === 'open').length ?? 0;
  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        <h1 className={classes.title}>Acknowledge</h1>
        {link === '' ? (
          <p className={classes.problem} role="alert">
            The address is not whole. Open the link in the message again.
          </p>
        ) : (
          <Pending query={answer} label="Loading the alarms" failure="This link does not work." rows={2} />
        )}
        {answer.data ? (
          <>
            <AnsweredAlarms alarms={answer.data.alarms} />
            {press.error ? (
              <p className={classes.problem} role="alert">
                {messageOf(press.error)}
              </p>
            ) : null}
            {press.isSuccess ? (
              <p className={classes.lead} role="status">
                Thank you, {answer.data.username}. Nobody else is called.
              </p>
            ) : null}
            {answer.data.state === 'ready' && open > 0 ? (
              <>
                <p className={classes.lead}>
                  You acknowledge as {answer.data.username}
                  {answer.data.way === 'session' ? ', who is logged in here' : ''}.
                </p>
                <Button fullWidth loading={press.isPending} onClick={() => press.mutate()}>
                  {open === 1 ? 'Acknowledge' : `Acknowledge all ${open}`}
                </Button>
              </>
            ) : null}
            {answer.data.state === 'ready' || press.isSuccess ? null : (
              <p className={classes.lead} role="status">
                {stateWords[answer.data.state]}
              </p>
            )}
            {answer.data.state === 'ready' && open === 0 && !press.isSuccess ? (
              <p className={classes.lead} role="status">
                There is nothing left to acknowledge.
              </p>
            ) : null}
          </>
        ) : null}
        <p className={classes.foot}>
          <Link href="/alarms">All alarms</Link>
        </p>
      </div>
    </div>
  );
}
