import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { commandQuery } from '#api/command-queries.ts';
import { useCommandNews } from '#live/records/use-news-of-records.ts';
import { CommandDetails } from '#pages/commands/CommandDetails.tsx';
import { CommandState } from '#pages/commands/CommandState.tsx';
import { commandTitle } from '#pages/commands/command-words.ts';
import { Pending } from '#pages/Pending.tsx';

interface CommandDrawerProps {
  commandId: number;
  assetNames: ReadonlyMap<number, string>;
  onClose: () => void;
}

/** One command of the record, kept up to date while it is looked at. */
export function CommandDrawer({ commandId, assetNames, onClose }: CommandDrawerProps) {
  const query = useQuery(commandQuery(commandId));
  const command = query.data;
  useCommandNews(command ? [command.assetId] : []);
  const assetName = command ? (assetNames.get(command.assetId) ?? `asset ${command.assetId}`) : '';
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={command ? `${commandTitle(command)} to ${assetName}` : `Command ${commandId}`}
      transitionProps={{ duration: 160 }}
    >
      <Pending query={query} label="Loading the command" failure="The command could not be loaded." rows={8} />
      {command ? (
        <>
          <CommandState state={command.state} />
          <CommandDetails command={command} assetName={assetName} />
        </>
      ) : null}
    </Drawer>
  );
}
