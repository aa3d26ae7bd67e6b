import { Alert, Button, Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { alerts, ownership, type UserGroupId } from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useSessionStore } from '#session/session-store.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from './ways.module.css';

interface WebhookDialogProps {
  onSaved: () => void;
  onClose: () => void;
}

/** Sets the webhook of a user group, in the place of the one that it has. */
export function WebhookDialog({ onSaved, onClose }: WebhookDialogProps) {
  const adminId = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const owned = useQuery(ownershipQuery(adminId));
  const [group, setGroup] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const save = async () => {
    await callApi(alerts.saveAlertWebhook, { body: { userGroupId: Number(group) as UserGroupId, url, secret } });
    onSaved();
    onClose();
  };
  const { isBusy, problem, onSubmit } = useSubmit(() => refusalOf(save()));
  const isReady = group !== null && url.trim() !== '' && secret.length >= alerts.LEAST_SECRET;
  return (
    <Modal opened onClose={onClose} title="Set a webhook" size="lg" closeOnClickOutside={false}>
      {owned.data === undefined ? (
        <Pending query={owned} label="Loading user groups" failure="The user groups could not be loaded." rows={3} />
      ) : (
        <form className={classes.form} onSubmit={onSubmit}>
          <Select
            label="User group"
            data={owned.data.userGroups.map((one) => ({ value: String(one.userGroupId), label: one.userGroupName }))}
            searchable
            limit={100}
            value={group}
            onChange={setGroup}
          />
          <TextInput
            label="Address"
            description="Begins with https://. Private addresses must be allowed by the operator of the portal."
            placeholder="https://hooks.example/alarms"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <TextInput
            label="Secret"
            description={`At least ${alerts.LEAST_SECRET} characters. The receiver checks the signature with it; it is not shown again.`}
            autoComplete="off"
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
          />
          {problem === undefined ? null : <Alert color="red">{problem}</Alert>}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={!isReady}>
              Save
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
