import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alerts } from '@telltale/contract';
import { useState } from 'react';
import { alertWebhooksQuery } from '#api/alerts/alert-queries.ts';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { Pending } from '#pages/Pending.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SmallTable, ToolsCell } from '#ui/table/SmallTable.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import classes from './ways.module.css';

/** The webhook of each user group that has one. */
export function Webhooks() {
  const client = useQueryClient();
  const list = useQuery(alertWebhooksQuery);
  const [isMaking, setMaking] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: alertWebhooksQuery.queryKey });
  const remove = useMutation({
    mutationFn: ({ userGroupId }: alerts.AlertWebhook) => callApi(alerts.deleteAlertWebhook, { body: { userGroupId } }),
    onError: (failure) => toast(`The webhook is still there. ${messageOf(failure)}`, 'error'),
    onSettled: reload,
  });
  const ask = async (hook: alerts.AlertWebhook) => {
    const isAgreed = await confirm({
      title: `Remove the webhook of ${hook.userGroupName}?`,
      message: 'It is told of nothing more, nor of what still waits for it.',
      confirmLabel: 'Remove',
      isDestructive: true,
    });
    if (isAgreed) remove.mutate(hook);
  };
  return (
    <section aria-labelledby="webhooks-heading">
      <h2 id="webhooks-heading">Webhooks</h2>
      <p className={classes.lead}>
        The webhook of a user group is told what its users are told, in a signed message that a machine can check.
      </p>
      <Pending query={list} label="Loading webhooks" failure="The webhooks could not be loaded." rows={2} />
      {list.data?.length === 0 ? <p className={classes.none}>There are no webhooks.</p> : null}
      {list.data && list.data.length > 0 ? (
        <SmallTable label="Webhooks" headers={['User group', 'Address']} toolsLabel="Remove">
          {list.data.map((hook) => (
            <tr key={hook.userGroupId}>
              <td>{hook.userGroupName}</td>
              <td className={classes.url}>{hook.url}</td>
              <ToolsCell>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Remove the webhook of ${hook.userGroupName}`}
                  onClick={() => void ask(hook)}
                >
                  Remove
                </Button>
              </ToolsCell>
            </tr>
          ))}
        </SmallTable>
      ) : null}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setMaking(true)}>
          Set a webhook
        </Button>
      </div>
      {isMaking ? <WebhookDialog onSaved={() => void reload()} onClose={() => setMaking(false)} /> : null}
    </section>
  );
}
