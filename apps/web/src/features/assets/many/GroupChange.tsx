import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { groupLinks } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { assetGroupsQuery, assetGroupTreeQuery } from '#api/asset-group-queries.ts';
import { callApi } from '#api/client.ts';
import { Pending } from '#pages/Pending.tsx';
import { GroupSelect } from '#ui/access/GroupSelect.tsx';
import { type ChangeFormProps, countAssets } from './change-form.ts';
import classes from './many.module.css';
import { Preview } from './Preview.tsx';

/** Puts all of them into an asset group, or takes them out of it. */
export function GroupChange({ rows, actions }: ChangeFormProps) {
  const groups = useQuery(assetGroupsQuery);
  const [groupId, setGroupId] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(true);
  const tree = useQuery({ ...assetGroupTreeQuery(groupId ?? 0), enabled: groupId !== null });
  const members = useMemo(() => new Set(tree.data?.assets.map(({ assetId }) => Number(assetId))), [tree.data]);
  const name = groups.data?.find(({ assetGroupId }) => assetGroupId === groupId)?.assetGroupName ?? '';
  const changed = tree.data === undefined ? [] : rows.filter(({ assetId }) => members.has(assetId) !== isAdding);
  const change = async () => {
    const call = isAdding ? groupLinks.addAssetsToGroup : groupLinks.removeAssetsFromGroup;
    const body = changed.map(({ assetId }) => assetId);
    await callApi(call, { params: { assetGroupId: groupId ?? 0 }, body: body as never });
    return `${countAssets(changed.length)} ${isAdding ? 'put into' : 'taken out of'} ${name}.`;
  };
  return (
    <Stack gap="md">
      {groups.data === undefined ? (
        <Pending
          query={groups}
          label="Loading the asset groups"
          failure="The asset groups could not be loaded."
          rows={2}
        />
      ) : (
        <GroupSelect label="Asset group" groups={groups.data} value={groupId} onChange={setGroupId} isChoice />
      )}
      <Radio.Group
        aria-label="What to do"
        value={isAdding ? 'add' : 'remove'}
        onChange={(to) => setAdding(to === 'add')}
      >
        <Stack gap={6}>
          <Radio value="add" label="Put them into the group" />
          <Radio value="remove" label="Take them out of the group" />
        </Stack>
      </Radio.Group>
      {groupId === null ? null : (
        <Pending query={tree} label="Loading the asset group" failure="The asset group could not be loaded." rows={3} />
      )}
      {tree.data === undefined ? null : (
        <>
          <p className={classes.sum} role="status">
            {countAssets(changed.length)} will change;{' '}
            {isAdding ? 'the others are in the group already.' : 'the others are not in the group itself.'}
          </p>
          <Preview
            label="What changes"
            headers={['Asset', 'Serial number']}
            lines={changed.map((row) => ({ key: row.assetId, cells: [row.name, row.serialNumber] }))}
          />
        </>
      )}
      {actions(isAdding ? 'Put into the group' : 'Take out of the group', changed.length === 0 ? undefined : change)}
    </Stack>
  );
}
