import { useQueryClient } from '@tanstack/react-query';
import { commands, permissionId } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { commandTitle, parameterText, stateWords } from './command-words.ts';

/** What people do to commands that are there: the second person's word, and once more. */
export function useCommandActs() {
  const client = useQueryClient();
  const mayCreate = useMay(permissionId('Commands', 'Create'));
  const userId = useSessionStore((session) => session.user?.userId);
  const zone = useOwnZone();
  const [busyWith, setBusyWith] = useState<number>();

  /** @param make answers what is said of it */
  const act = async (commandId: number, make: () => Promise<string>, failed: string) => {
    setBusyWith(commandId);
    try {
      toast(await make());
    } catch (error) {
      toast(`${failed} ${messageOf(error)}`, 'error');
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.commands });
      setBusyWith(undefined);
    }
  };

  return {
    busyWith,
    /** Whether it waits for this very user. */
    mayRelease: (command: commands.Command) =>
      mayCreate && command.state === 'awaiting release' && command.userId !== userId,
    /** Whether this user may say that it is not sent, while it has not gone out: of others' commands, and of one's own. */
    mayRefuse: ({ state }: commands.Command) => mayCreate && (state === 'awaiting release' || state === 'queued'),
    isOwn: (command: commands.Command) => command.userId === userId,
    maySendAgain: ({ state }: commands.Command) =>
      mayCreate && (['sent', 'failed', 'expired', 'no effect'] as commands.CommandState[]).includes(state),

    async release(command: commands.Command, assetName: string): Promise<void> {
      const isAgreed = await confirm({
        title: `Release ${commandTitle(command)} to ${assetName}?`,
        message: sentences(
          `${command.username} asked for it`,
          parameterText(command.command),
          `It goes out as soon as the device listens, until ${formatDateTime(Date.parse(command.expires), zone)}`,
        ),
        confirmLabel: 'Release',
        isDestructive: true,
      });
      if (!isAgreed) return;
      const { commandId } = command;
      const make = async () => {
        await callApi(commands.releaseCommand, { params: { commandId } });
        return `The command was released. ${stateWords('queued').hint}`;
      };
      await act(commandId, make, 'The command was not released.');
    },

    async refuse(command: commands.Command, assetName: string): Promise<void> {
      const isOwn = command.userId === userId;
      const label = isOwn ? 'Take back' : 'Refuse';
      const isAgreed = await confirm({
        title: `${label} ${commandTitle(command)} to ${assetName}?`,
        message: sentences(
          isOwn ? '' : `${command.username} asked for it`,
          parameterText(command.command),
          'It is never sent; it can be asked for again',
        ),
        confirmLabel: label,
        isDestructive: true,
      });
      if (!isAgreed) return;
      const { commandId } = command;
      const done = isOwn ? 'taken back' : 'refused';
      const make = async () => {
        await callApi(commands.refuseCommand, { params: { commandId } });
        return `The command was ${done}.`;
      };
      await act(commandId, make, `The command was not ${done}.`);
    },

    /** Another command, of the same name and content: the device may have the first one, too. */
    async sendAgain(command: commands.Command, assetName: string): Promise<void> {
      const isAgreed = await confirm({
        title: `Send ${commandTitle(command)} to ${assetName} again?`,
        message: sentences(
          parameterText(command.command),
          command.state === 'sent' ? 'The device may have it already, and would do it twice' : 'It is sent once more',
        ),
        confirmLabel: 'Send again',
        isDestructive: true,
      });
      if (!isAgreed) return;
      const { assetId, commandId } = command;
      const make = async () => {
        const [sent] = await callApi(commands.sendCommands, { body: [{ assetId, again: commandId }] });
        return sent?.state === 'awaiting release'
          ? 'It was asked for once more, and awaits its release.'
          : `It is queued once more. ${stateWords('queued').hint}`;
      };
      await act(commandId, make, 'The command was not sent.');
    },
  };
}

/** Empty ones are left out. */
export const sentences = (...parts: readonly string[]) =>
  parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ');
