import { Drawer, MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { assets } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { commandDefinitionsQuery } from '#api/command-queries.ts';
import { CommandForm } from '#pages/commands/CommandForm.tsx';
import { Pending } from '#pages/Pending.tsx';
import classes from './commands-page.module.css';

const MOST_LISTED = 100;

/** Sends one command to many assets of a definition: to all of them, or to none. */
export function SendDrawer({ list, onClose }: { list: readonly assets.Asset[]; onClose: () => void }) {
  const definitions = useMemo(
    () => new Map(list.map(({ assetDefinition: one }) => [String(one.assetDefinitionId), one.assetDefinitionName])),
    [list],
  );
  const [definitionId, setDefinitionId] = useState<string | null>(() => [...definitions.keys()][0] ?? null);
  const [chosen, setChosen] = useState<string[]>([]);
  const ofDefinition = list.filter((asset) => String(asset.assetDefinition.assetDefinitionId) === definitionId);
  const templates = useQuery({ ...commandDefinitionsQuery(Number(definitionId)), enabled: definitionId !== null });
  const targets = ofDefinition
    .filter(({ assetId }) => chosen.includes(String(assetId)))
    .map(({ assetId, assetAlias, serialNumber }) => ({ assetId, name: assetAlias || serialNumber }));
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
          data={[...definitions].map(([value, label]) => ({ value, label }))}
          searchable={definitions.size > 8}
          allowDeselect={false}
          value={definitionId}
          onChange={(next) => {
            setDefinitionId(next);
            setChosen([]);
          }}
        />
        <MultiSelect
          label="Assets"
          placeholder="Choose one or more"
          data={ofDefinition.map(({ assetId, assetAlias, serialNumber }) => ({
            value: String(assetId),
            label: assetAlias || serialNumber,
          }))}
          searchable
          clearable
          limit={MOST_LISTED}
          value={chosen}
          onChange={setChosen}
        />
        {definitionId === null ? null : (
          <Pending
            query={templates}
            label="Loading what can be sent"
            failure="What can be sent could not be loaded."
            rows={2}
          />
        )}
        {templates.data ? <CommandForm key={definitionId} targets={targets} templates={templates.data} /> : null}
      </div>
    </Drawer>
  );
}
