import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type assets, permissionId } from '@telltale/contract';
import { useState } from 'react';
import { assetCommandsQuery, commandDefinitionsQuery } from '#api/command-queries.ts';
import { useCommandNews } from '#live/records/use-news-of-records.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { Pending } from '../Pending.tsx';
import { CommandForm } from './CommandForm.tsx';
import { CommandRow } from './CommandRow.tsx';
import classes from './commands.module.css';

const STEP = 20;
const MOST = 1_000;

/** Commands of one asset: what can be sent to it, what waits for a release, and what became of the others. */
export function AssetCommands({ asset }: { asset: assets.Asset }) {
  const mayView = useMay(permissionId('Commands', 'View'));
  if (!mayView) return <MissingPermission what="commands" permission="CommandsView" />;
  return <Commands asset={asset} />;
}

function Commands({ asset }: { asset: assets.Asset }) {
  const { assetId, assetAlias, serialNumber, assetDefinition } = asset;
  const mayCreate = useMay(permissionId('Commands', 'Create'));
  const [limit, setLimit] = useState(STEP);
  const [sentId, setSentId] = useState<number>();
  const templates = useQuery({
    ...commandDefinitionsQuery(assetDefinition.assetDefinitionId),
    enabled: mayCreate,
  });
  const list = useQuery(assetCommandsQuery(assetId, limit));
  useCommandNews([assetId]);
  const name = assetAlias || serialNumber;
  return (
    <div className={classes.panel}>
      {mayCreate ? (
        <>
          <Pending
            query={templates}
            label="Loading what can be sent"
            failure="What can be sent could not be loaded."
            rows={2}
          />
          {templates.data ? (
            <CommandForm
              key={assetId}
              about={`asset ${assetId}`}
              targets={[{ assetId, name }]}
              templates={templates.data}
              onSent={([sent]) => setSentId(sent?.commandId)}
            />
          ) : null}
        </>
      ) : null}
      <Pending query={list} label="Loading the commands" failure="The commands could not be loaded." rows={6} />
      {list.data?.total === 0 ? (
        <EmptyState title="No command was sent yet.">What is sent from here or by a tile stands here.</EmptyState>
      ) : null}
      {list.data && list.data.total > 0 ? (
        <ul className={classes.list} aria-label="Commands">
          {list.data.commands.map((command) => (
            <CommandRow
              key={command.commandId}
              command={command}
              assetName={name}
              isNew={command.commandId === sentId}
            />
          ))}
        </ul>
      ) : null}
      {list.data && list.data.total > list.data.commands.length && limit < MOST ? (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={list.isPlaceholderData}
            onClick={() => setLimit((before) => Math.min(MOST, before + STEP))}
          >
            Load more
          </Button>
        </div>
      ) : null}
    </div>
  );
}
