import { Stack, TextInput } from '@mantine/core';
import { assetLists } from '@telltale/contract';
import { useState } from 'react';
import { callApi } from '#api/client.ts';
import { type ChangeFormProps, countAssets } from './change-form.ts';
import classes from './many.module.css';
import { Preview } from './Preview.tsx';

/** Deletes all of them, once their number has been typed: a click alone is too little for so much. */
export function DeleteChange({ rows, actions }: ChangeFormProps) {
  const [typed, setTyped] = useState('');
  const remove = async () => {
    const body = { assetIds: rows.map(({ assetId }) => assetId) };
    const { deleted } = await callApi(assetLists.deleteMany, { body: body as never });
    return `${countAssets(deleted)} deleted.`;
  };
  return (
    <Stack gap="md">
      <p className={classes.sum}>
        This will permanently delete {countAssets(rows.length)} with their attributes, files, alarms and history. You
        may need additional permissions to take this action. Are you sure?
      </p>
      <Preview
        label="What is deleted"
        headers={['Asset', 'Serial number', 'Definition']}
        lines={rows.map((row) => ({ key: row.assetId, cells: [row.name, row.serialNumber, row.definition] }))}
      />
      <TextInput
        label={`Type ${rows.length} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {actions('Delete', typed.trim() === String(rows.length) ? remove : undefined, true)}
    </Stack>
  );
}
