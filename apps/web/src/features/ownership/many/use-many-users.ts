import { manyUsers } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import type { MailResult } from '#pages/administration/mail-outcomes.ts';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { inParts, MAILED_AT_ONCE } from './in-parts.ts';
import { type NamedGroup, type PeopleList, readPeople } from './people-list.ts';
import type { ProgressOf } from './SendProgress.tsx';

/** Small enough that the bar moves, large enough that a thousand are made in seconds. */
const MADE_AT_ONCE = 250;

export interface ManyChoices {
  readonly text: string;
  /** Groups of every line. */
  readonly groupIds: readonly number[];
  readonly linkExisting: boolean;
  readonly sendMails: boolean;
}

/** What the portal would do with the list. */
export interface Look {
  readonly list: PeopleList;
  readonly faults: readonly manyUsers.UserLineFault[];
  readonly changes: readonly manyUsers.UserLineChange[];
}

export interface Made {
  readonly created: number;
  readonly linked: number;
  readonly mails: readonly MailResult[];
  /** Why it ended before all was done. */
  readonly problem?: string;
}

/** A list of people on its way: looked at, made in parts, mailed in parts. */
export function useManyUsers(changes: OwnershipChanges, groups: readonly NamedGroup[], choices: ManyChoices) {
  const [look, setLook] = useState<Look>();
  const [progress, setProgress] = useState<ProgressOf>();
  const [made, setMade] = useState<Made>();
  const [problem, setProblem] = useState<string>();
  const { linkExisting, sendMails } = choices;

  const forget = () => {
    setLook(undefined);
    setProblem(undefined);
  };

  const check = async () => {
    forget();
    const list = readPeople(choices.text, groups);
    if (list.problem !== undefined) return setProblem(list.problem);
    const lines = list.lines.map((line) => ({
      ...line,
      userGroupIds: [...new Set([...line.userGroupIds, ...choices.groupIds])] as typeof line.userGroupIds,
    }));
    const told = { changes: [] as manyUsers.UserLineChange[], faults: [...list.faults] };
    try {
      await inParts(
        lines,
        manyUsers.MOST_USERS_AT_ONCE,
        (part) => changes.importUsers(part, { linkExisting, preview: true }),
        (done, reply) => {
          told.changes.push(...reply.changes);
          told.faults.push(...reply.faults);
          setProgress({ what: 'looked at', done, of: lines.length });
        },
      );
      told.faults.sort((a, b) => a.line - b.line);
      setLook({ list: { ...list, lines }, ...told });
    } catch (error) {
      setProblem(messageOf(error));
    }
    setProgress(undefined);
  };

  const make = async ({ list, faults, changes: planned }: Look) => {
    const broken = new Set(faults.map(({ line }) => line));
    const idle = new Set(planned.filter(({ kind }) => kind === 'none').map(({ line }) => line));
    const lines = list.lines.filter(({ line }) => !broken.has(line) && !idle.has(line));
    const sum = { created: 0, linked: 0, mails: [] as MailResult[] };
    const userIds: number[] = [];
    let failure: string | undefined;
    try {
      setProgress({ what: 'made', done: 0, of: lines.length });
      await inParts(
        lines,
        MADE_AT_ONCE,
        (part) => changes.importUsers(part, { linkExisting, preview: false }),
        (done, reply) => {
          sum.created += reply.created;
          sum.linked += reply.linked;
          for (const { kind, userId } of reply.changes) if (kind === 'create' && userId) userIds.push(userId);
          setProgress({ what: 'made', done, of: lines.length });
        },
      );
      if (sendMails) {
        await inParts(
          userIds,
          MAILED_AT_ONCE,
          (part) => changes.sendResetMails(part),
          (done, results) => {
            sum.mails.push(...results);
            setProgress({ what: 'mails handed over', done, of: userIds.length });
          },
        );
      }
    } catch (error) {
      failure = messageOf(error);
    }
    setProgress(undefined);
    setMade({ ...sum, ...(failure === undefined ? {} : { problem: failure }) });
    await changes.reload();
  };

  return { look, progress, made, problem, forget, check, make };
}
