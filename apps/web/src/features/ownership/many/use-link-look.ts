import { manyUsers, type UserId } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { inParts } from './in-parts.ts';
import type { ProgressOf } from './SendProgress.tsx';

/** A user as the column of users names them. */
export interface NamedUser {
  readonly id: number;
  readonly name: string;
}

/** Asks for links of many users, or looks who would get one; a part at a time. */
export async function askForLinks(
  userIds: readonly number[],
  preview: boolean,
  onPart: (through: number, part: readonly manyUsers.UserLink[]) => void,
): Promise<void> {
  await inParts(
    userIds,
    manyUsers.MOST_LINKS_AT_ONCE,
    (part) => callApi(manyUsers.makeResetLinks, { body: { userIds: part as UserId[], preview } }),
    onPart,
  );
}

/** Who of some users gets a link that sets the password, looked at before any is made or mailed. */
export function useLinkLook(users: readonly NamedUser[]) {
  const [look, setLook] = useState<readonly manyUsers.UserLink[]>();
  const [progress, setProgress] = useState<ProgressOf>();
  const [problem, setProblem] = useState<string>();

  const check = async () => {
    const told: manyUsers.UserLink[] = [];
    const ids = users.map(({ id }) => id);
    setProblem(undefined);
    setProgress({ what: 'looked at', done: 0, of: ids.length });
    try {
      await askForLinks(ids, true, (done, part) => {
        told.push(...part);
        setProgress({ what: 'looked at', done, of: ids.length });
      });
      setLook(told);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setProgress(undefined);
  };
  return { look, progress, problem, check };
}
