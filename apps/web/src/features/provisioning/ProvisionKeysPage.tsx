import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { provisioning } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { provisionKeyListQuery } from '#api/provision-key-queries.ts';
import { DeviceAccessLinks } from '#pages/devices/DeviceAccessLinks.tsx';
import { Pending } from '#pages/Pending.tsx';
import { confirm } from '#ui/feedback/confirm.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Page } from '#ui/page/Page.tsx';
import frame from '#ui/page/page.module.css';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { ProvisionKeyItem } from './ProvisionKeyItem.tsx';
import classes from './provisioning.module.css';

/** The keys with which devices make themselves assets: which there are, and the ways to make and end them. */
export function ProvisionKeysPage() {
  const client = useQueryClient();
  const list = useQuery(provisionKeyListQuery);
  const [isMaking, setMaking] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: provisionKeyListQuery.queryKey });
  const remove = useMutation({
    mutationFn: ({ provisionKeyId }: provisioning.ProvisionKey) =>
      callApi(provisioning.deleteProvisionKey, { params: { provisionKeyId } }),
    onSuccess: (_reply, { name }) => toast(`The key ${name} has ended.`),
    onError: (failure, { name }) => toast(`The key ${name} still works. ${messageOf(failure)}`, 'error'),
    onSettled: reload,
  });
  const ask = async (key: provisioning.ProvisionKey) => {
    const isAgreed = await confirm({
      title: `Delete the key ${key.name}?`,
      message: 'Devices that hold it make no more assets. Assets that were made with it stay, and their tokens work.',
      confirmLabel: 'Delete',
      isDestructive: true,
    });
    if (isAgreed) remove.mutate(key);
  };

  return (
    <Page
      title="Provisioning keys"
      columnWidth={860}
      head={
        <>
          <DeviceAccessLinks here="/provisioning" journalKind="provisioning" />
          <Button className={frame.end ?? ''} onClick={() => setMaking(true)}>
            New key
          </Button>
        </>
      }
    >
      <p className={classes.lead}>
        A device that holds a key and its secret makes itself an asset and gets its access token. One key does for a
        whole batch: nobody types a token into each device.
      </p>
      <Pending query={list} label="Loading provisioning keys" failure="The keys could not be loaded." rows={4} />
      {list.data?.length === 0 ? (
        <EmptyState title="There are no provisioning keys.">
          Make one with New key, and put it into the devices before they leave the workshop.
        </EmptyState>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <ul className={classes.keys} aria-label="Provisioning keys">
          {list.data.map((key) => (
            <ProvisionKeyItem key={key.provisionKeyId} provisionKey={key} onDelete={() => void ask(key)} />
          ))}
        </ul>
      ) : null}
      {isMaking ? <NewKeyDialog onMade={() => void reload()} onClose={() => setMaking(false)} /> : null}
    </Page>
  );
}
