import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type AssetDefinitionId,
  type AssetGroupId,
  type definitions as definitionSchemas,
  permissionId,
  provisioning,
} from '@telltale/contract';
import { useState } from 'react';
import { refusalOf } from '#api/api-error.ts';
import { assetGroupsQuery } from '#api/asset-group-queries.ts';
import { callApi } from '#api/client.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { NumberEntry } from '#ui/form/NumberEntry.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import type { MadeKey } from './NewKeyDialog.tsx';
import classes from './provisioning.module.css';

const DAY_MS = 24 * 3_600_000;
const MOST_ASSETS = 1_000_000;
const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Until it is deleted' },
];

interface NewKeyFormProps {
  definitions: readonly definitionSchemas.AssetDefinition[];
  onMade: (key: MadeKey) => void;
  onCancel: () => void;
}

/** What a new key makes, how many, and for how long. Its assets belong to the unit of who makes it. */
export function NewKeyForm({ definitions, onMade, onCancel }: NewKeyFormProps) {
  const adminId = useSessionStore((session) => session.user?.adminId);
  const mayList = useMay(permissionId('AssetGroups', 'View'));
  const groups = useQuery({ ...assetGroupsQuery, enabled: mayList });
  const [name, setName] = useState('');
  const [definition, setDefinition] = useState<string | null>(null);
  const [group, setGroup] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState('90');
  const [maxAssets, setMaxAssets] = useState<number | null>(null);

  const make = async () => {
    const days = Number(lifetime);
    onMade(
      await callApi(provisioning.createProvisionKey, {
        body: {
          name,
          assetDefinitionId: Number(definition) as AssetDefinitionId,
          assetGroupId: group === null ? null : (Number(group) as AssetGroupId),
          expires: Number.isNaN(days) ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
          maxAssets,
        },
      }),
    );
  };
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (name.trim() === '') return 'Give the key a name.';
    // What is typed into the field and not chosen is no definition.
    return definition === null ? 'Choose the definition.' : refusalOf(make());
  });
  const own = (groups.data ?? []).filter((one) => one.adminId === adminId);

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label="Name"
        description="Of the batch or the workshop, so that you know it again."
        data-autofocus
        required
        maxLength={255}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Definition"
        description="The kind of equipment that the devices become."
        required
        searchable
        limit={50}
        placeholder={definitions.length === 0 ? 'There are no definitions yet' : 'Choose one'}
        nothingFoundMessage="There is no such definition."
        data={definitions.map(({ assetDefinitionId, assetDefinitionName, alias }) => ({
          value: String(assetDefinitionId),
          label: alias || assetDefinitionName,
        }))}
        value={definition}
        onChange={setDefinition}
      />
      {own.length === 0 ? null : (
        <Select
          label="Asset group"
          description="Who sees this group sees the assets from the beginning."
          clearable
          searchable
          limit={50}
          placeholder="None"
          data={own.map(({ assetGroupId, assetGroupName }) => ({
            value: String(assetGroupId),
            label: assetGroupName,
          }))}
          value={group}
          onChange={setGroup}
        />
      )}
      <Select
        label="Works for"
        data={lifetimes}
        allowDeselect={false}
        value={lifetime}
        onChange={(value) => setLifetime(value ?? '90')}
      />
      <NumberEntry
        label="Assets at most"
        description="Empty: any number."
        min={1}
        max={MOST_ASSETS}
        allowDecimal={false}
        value={maxAssets}
        onChange={setMaxAssets}
      />
      {problem === undefined ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Make key
        </Button>
      </div>
    </form>
  );
}
