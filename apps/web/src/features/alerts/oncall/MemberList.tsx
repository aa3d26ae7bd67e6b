import { ActionIcon, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { onCall } from '@telltale/contract';
import { nameWords } from './on-call-words.ts';
import classes from './oncall.module.css';

interface MemberListProps {
  /** Users of the group. */
  choices: readonly { value: string; label: string }[];
  /** Who is in the rotation as it stands, also where they have left the group. */
  known: readonly onCall.RotaPerson[];
  /** Ids in the order of their turns. */
  members: readonly string[];
  onChange: (members: string[]) => void;
}

/** The people who take turns, in their order. */
export function MemberList({ choices, known, members, onChange }: MemberListProps) {
  const names = new Map(known.map((person) => [String(person.userId), nameWords(person)]));
  for (const { value, label } of choices) names.set(value, label);
  const move = (index: number, by: number) => {
    const next = [...members];
    const [moved] = next.splice(index, 1);
    if (moved !== undefined) next.splice(index + by, 0, moved);
    onChange(next);
  };
  return (
    <div className={classes.members}>
      <p className={classes.lead}>They take turns week by week. The first one has the week that runs now.</p>
      <ol className={classes.memberList} aria-label="On call in turn">
        {members.map((id, index) => {
          const name = names.get(id) ?? 'A deleted user';
          return (
            <li key={id} className={classes.member}>
              <span className={classes.memberName}>{name}</span>
              <ActionIcon aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => move(index, -1)}>
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                aria-label={`Move ${name} down`}
                disabled={index === members.length - 1}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                aria-label={`Take ${name} out`}
                onClick={() => onChange(members.filter((other) => other !== id))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <Select
        label="Add a user of the group"
        data={choices.filter(({ value }) => !members.includes(value))}
        searchable
        limit={100}
        disabled={members.length >= onCall.MAX_ROTA_MEMBERS}
        value={null}
        onChange={(id) => {
          if (id !== null) onChange([...members, id]);
        }}
      />
    </div>
  );
}
