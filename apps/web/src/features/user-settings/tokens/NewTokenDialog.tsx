import { Button, Modal, Radio, Select, TextInput } from '@mantine/core';
import { auth } from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import classes from '../user-settings.module.css';
import { PermissionChoice } from './PermissionChoice.tsx';

const DAY_MS = 24 * 3_600_000;
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Until it is revoked' },
];

interface NewTokenDialogProps {
  onMade: () => void;
  onClose: () => void;
}

/** Makes an API token, and shows it this once. */
export function NewTokenDialog({ onMade, onClose }: NewTokenDialogProps) {
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState('90');
  const [scope, setScope] = useState<'all' | 'some'>('some');
  const [permissions, setPermissions] = useState<ReadonlySet<number>>(new Set());
  const [token, setToken] = useState<string>();

  const make = async () => {
    const days = Number(lifetime);
    const made = await callApi(auth.createToken, {
      body: {
        name,
        ...(scope === 'some' ? { permissionIds: [...permissions] } : {}),
        ...(Number.isNaN(days) ? {} : { expires: new Date(Date.now() + days * DAY_MS).toISOString() }),
      },
    });
    setToken(made.token);
    onMade();
  };
  const { isBusy, problem, onSubmit } = useSubmit(() => refusalOf(make()));

  return (
    <Modal
      opened
      onClose={onClose}
      title={token === undefined ? 'New API token' : `The token ${name}`}
      size="lg"
      closeOnClickOutside={false}
    >
      {token === undefined ? (
        <form className={classes.form} onSubmit={onSubmit}>
          <TextInput
            label="Name"
            description="What uses it, so that you know it again."
            data-autofocus
            required
            maxLength={255}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label="Works for"
            data={lifetimes}
            allowDeselect={false}
            value={lifetime}
            onChange={(value) => setLifetime(value ?? '90')}
          />
          <Radio.Group label="May do" value={scope} onChange={(value) => setScope(value === 'all' ? 'all' : 'some')}>
            <Radio value="some" label="Only what is chosen here" />
            <Radio value="all" label="Everything that I may do, now and later" />
          </Radio.Group>
          {scope === 'some' ? <PermissionChoice chosen={permissions} onChange={setPermissions} /> : null}
          {problem === undefined ? null : (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={classes.formActions}>
            <Button type="submit" loading={isBusy}>
              Make token
            </Button>
          </div>
        </form>
      ) : (
        <div className={classes.form}>
          <p className={classes.lead}>Copy it now: it is not shown again.</p>
          <div className={classes.secret}>
            <code>{token}</code>
            <CopyButton text={token} what="token" />
          </div>
          <div className={classes.formActions}>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
