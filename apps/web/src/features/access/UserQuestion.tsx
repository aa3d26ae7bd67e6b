import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ownership } from '@telltale/contract';
import { useMemo } from 'react';
import { userAccessQuery } from '#api/ownership-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import classes from './access.module.css';
import { UserRights } from './UserRights.tsx';
import type { AccessAddress } from './use-access-address.ts';

interface UserQuestionProps {
  users: readonly ownership.OwnedUser[];
  address: AccessAddress;
  unitName: (adminId: number) => string | undefined;
}

/** What a user may do, and where it comes from. */
export function UserQuestion({ users, address, unitName }: UserQuestionProps) {
  const options = useMemo(
    () => users.map(({ userId, username }) => ({ value: String(userId), label: username })),
    [users],
  );
  const { userId } = address;
  return (
    <>
      <div className={classes.question}>
        <Select
          label="User"
          placeholder="Choose a user"
          className={classes.wide ?? ''}
          searchable
          clearable
          limit={100}
          data={options}
          value={userId === undefined ? null : String(userId)}
          onChange={(id) => address.setUser(id === null ? undefined : Number(id))}
        />
      </div>
      {userId === undefined ? (
        <EmptyState title="Choose a user.">
          Then you see what the user may do, which assets the user has in sight, and which group gives it.
        </EmptyState>
      ) : (
        <Answer userId={userId} unitName={unitName} />
      )}
    </>
  );
}

function Answer({ userId, unitName }: { userId: number; unitName: UserQuestionProps['unitName'] }) {
  const answer = useQuery(userAccessQuery(userId));
  return (
    <>
      {answer.data ? <UserRights answer={answer.data} unit={unitName(answer.data.user.adminId)} /> : null}
      <Pending
        query={answer}
        label="Asking what the user may"
        failure="What the user may could not be answered."
        rows={8}
      />
    </>
  );
}
