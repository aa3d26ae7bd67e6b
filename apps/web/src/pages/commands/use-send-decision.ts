import { useQueryClient } from '@tanstack/react-query';
import { commands } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useSessionStore } from '#session/session-store.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { commandTitle, parameterText, whenSent } from './command-words.ts';
import { sentences } from './use-command-acts.ts';

type Decision = 'release' | 'refuse';

/** Assets that a message names; of the others it says how many. */
const MOST_NAMED = 10;

/** One word on the commands of one send: on all, but for those that it cannot be said of, which are named. */
export function useSendDecision(nameOf: (assetId: number) => string) {
  const client = useQueryClient();
  const userId = useSessionStore((session) => session.user?.userId);
  const zone = useOwnZone();
  const [isBusy, setBusy] = useState(false);

  async function decide(decision: Decision, list: readonly commands.Command[]): Promise<void> {
    const [first] = list;
    if (first === undefined) return;
    const isOwn = first.userId === userId;
    const label = decision === 'release' ? 'Release' : isOwn ? 'Take back' : 'Refuse';
    const done = { Release: 'Released', 'Take back': 'Taken back', Refuse: 'Refused' }[label];
    const until = `${whenSent(list.length).slice(0, -1)}, until ${formatDateTime(Date.parse(first.expires), zone)}`;
    const isAgreed = await confirm({
      title: `${label} ${commandTitle(first)} to ${list.length} assets?`,
      message: sentences(
        isOwn ? '' : `${first.username} asked for it`,
        parameterText(first.command),
        decision === 'release' ? until : 'It is never sent to any of them; it can be asked for again',
      ),
      detail: list.map(({ assetId }) => nameOf(assetId)).join('\n'),
      confirmLabel: `${label} all`,
      isDestructive: true,
    });
    if (!isAgreed) return;
    setBusy(true);
    try {
      const commandIds = list.map(({ commandId }) => commandId);
      const { decided, left } = await callApi(commands.decideCommands, { body: { decision, commandIds } });
      if (decided.length > 0) toast(`${done} for ${countOf(decided.length)}.`);
      if (left.length > 0) {
        const assetOf = new Map(list.map(({ commandId, assetId }) => [commandId, assetId]));
        const named = left.slice(0, MOST_NAMED).map(({ commandId, reason }) => {
          const assetId = assetOf.get(commandId);
          return `${assetId === undefined ? `command ${commandId}` : nameOf(assetId)}: ${reason}`;
        });
        const more = left.length > MOST_NAMED ? ` … and ${left.length - MOST_NAMED} more.` : '';
        toast(`Not ${done.toLowerCase()} for ${countOf(left.length)}. ${named.join(' ')}${more}`, 'error');
      }
    } catch (error) {
      toast(`It is not known for which assets it was ${done.toLowerCase()}: look below. ${messageOf(error)}`, 'error');
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.commands });
      setBusy(false);
    }
  }

  return { isBusy, decide };
}

const countOf = (count: number) => (count === 1 ? 'one asset' : `${count.toLocaleString()} assets`);
