import { Drawer, MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type assets, permissionId } from '@telltale/contract';
import { useMemo } from 'react';
import { assetGroupsQuery, assetGroupTreeQuery } from '#api/asset-group-queries.ts';
import { commandDefinitionsQuery } from '#api/command-queries.ts';
import { assetsBelow, groupOptions } from '#pages/asset-group-tree.ts';
import { CommandForm } from '#pages/commands/CommandForm.tsx';
import { Pending } from '#pages/Pending.tsx';
import type { AddressChanges } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { renderTreeOption } from '#ui/access/TreeOption.tsx';
import classes from './commands-page.module.css';
import type { SendTo } from './send-address.ts';

/** A list of ten thousand names would take longer to draw than to read. */
const MOST_LISTED = 100;
/** So many the portal takes at once. */
const MOST_SENT = 1_000;

interface SendDrawerProps {
  list: readonly assets.Asset[];
  to: SendTo;
  onChange: (changes: AddressChanges) => void;
  onClose: () => void;
}

/** Sends one command to many assets of a definition, picked one by one or by their group: to all of them, or to none. */
export function SendDrawer({ list, to, onChange, onClose }: SendDrawerProps) {
  const mayGroups = useMay(permissionId('AssetGroups', 'View'));
  const definitions = useMemo(
    () => new Map(list.map(({ assetDefinition: one }) => [one.assetDefinitionId as number, one.assetDefinitionName])),
    [list],
  );
  const definitionId = to.definitionId ?? [...definitions.keys()][0];
  const ofDefinition = useMemo(
    () => list.filter(({ assetDefinition }) => assetDefinition.assetDefinitionId === definitionId),
    [list, definitionId],
  );
  const groupId = mayGroups ? to.assetGroupId : undefined;
  const group = useQuery({ ...assetGroupTreeQuery(groupId ?? 0), enabled: groupId !== undefined });
  const inGroup = useMemo(() => (group.data ? assetsBelow(group.data) : new Set<number>()), [group.data]);
  const targets = ofDefinition
    .filter(({ assetId }) => to.assetIds.includes(assetId) || inGroup.has(assetId))
    .map((asset) => ({ assetId: asset.assetId, name: nameOf(asset) }));

  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title="Send a command"
      transitionProps={{ duration: 160 }}
    >
      <div className={classes.send}>
        <Select
          label="Asset definition"
          data={[...definitions].map(([id, label]) => ({ value: String(id), label }))}
          searchable={definitions.size > 8}
          allowDeselect={false}
          value={definitionId === undefined ? null : String(definitionId)}
          onChange={(next) => onChange({ send: next ?? undefined, assets: undefined, form: undefined })}
        />
        {mayGroups ? (
          <GroupSelect value={to.assetGroupId} onChange={(assetGroupId) => onChange({ group: assetGroupId })} />
        ) : null}
        <MultiSelect
          label="Assets"
          placeholder={to.assetIds.length === 0 ? 'Choose one or more' : ''}
          data={ofDefinition.map((asset) => ({ value: String(asset.assetId), label: nameOf(asset) }))}
          searchable
          clearable
          limit={MOST_LISTED}
          value={to.assetIds.map(String)}
          onChange={(chosen) => onChange({ assets: chosen.join(',') })}
        />
        {groupId === undefined ? null : (
          <Pending
            query={group}
            label="Loading the asset group"
            failure="The asset group could not be loaded."
            rows={1}
          />
        )}
        <p className={classes.dim} role="status">
          {targets.length > MOST_SENT
            ? `These are ${targets.length.toLocaleString()} assets; a command goes to ${MOST_SENT.toLocaleString()} at once at most.`
            : `It goes to ${targets.length === 1 ? 'one asset' : `${targets.length.toLocaleString()} assets`}.`}
        </p>
        {definitionId === undefined ? null : (
          <Templates
            key={definitionId}
            definitionId={definitionId}
            first={to.commandDefinitionId}
            targets={targets.length > MOST_SENT ? [] : targets}
            // What becomes of it stands in the record, over which the drawer lies.
            onSent={onClose}
          />
        )}
      </div>
    </Drawer>
  );
}

const nameOf = ({ assetAlias, serialNumber }: assets.Asset) => assetAlias || serialNumber;

function Templates({
  definitionId,
  ...form
}: { definitionId: number } & Omit<CommandFormProps, 'about' | 'templates'>) {
  const templates = useQuery(commandDefinitionsQuery(definitionId));
  return (
    <>
      <Pending
        query={templates}
        label="Loading what can be sent"
        failure="What can be sent could not be loaded."
        rows={2}
      />
      {templates.data ? (
        <CommandForm about={`definition ${definitionId} ${form.first ?? ''}`} templates={templates.data} {...form} />
      ) : null}
    </>
  );
}

type CommandFormProps = Parameters<typeof CommandForm>[0];

interface GroupSelectProps {
  value: number | undefined;
  onChange: (assetGroupId: string | undefined) => void;
}

function GroupSelect({ value, onChange }: GroupSelectProps) {
  const { data, error } = useQuery(assetGroupsQuery);
  const options = useMemo(() => groupOptions(data ?? []), [data]);
  return (
    <Select
      label="Asset group"
      placeholder="None"
      clearable
      searchable
      limit={MOST_LISTED}
      data={options}
      renderOption={renderTreeOption}
      error={error ? 'The asset groups could not be loaded.' : undefined}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
