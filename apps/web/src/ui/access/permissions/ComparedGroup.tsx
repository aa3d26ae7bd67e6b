import { Button, Select } from '@mantine/core';
import { useMemo } from 'react';
import { differenceOf } from './permission-draft.ts';
import classes from './permissions.module.css';

/** A user group with what it may do. */
export interface NamedPermissions {
  readonly id: number;
  readonly name: string;
  readonly permissions: ReadonlySet<number>;
}

interface ComparedGroupProps {
  /** The other groups. */
  groups: readonly NamedPermissions[];
  compared: NamedPermissions | undefined;
  permissions: ReadonlySet<number>;
  isDisabled: boolean;
  onCompare: (groupId: number | undefined) => void;
  onCopy: (permissions: ReadonlySet<number>) => void;
}

/** Another group beside this one: how many permissions differ, and a button that copies them. */
export function ComparedGroup({ groups, compared, permissions, isDisabled, onCompare, onCopy }: ComparedGroupProps) {
  const options = useMemo(() => groups.map(({ id, name }) => ({ value: String(id), label: name })), [groups]);
  if (groups.length === 0) return null;
  const count = compared ? differenceOf(permissions, compared.permissions).length : 0;
  return (
    <div className={classes.compare}>
      <Select
        aria-label="Compare with or copy from another group"
        placeholder="Compare with or copy from…"
        size="xs"
        searchable
        clearable
        limit={100}
        data={options}
        value={compared ? String(compared.id) : null}
        onChange={(id) => onCompare(id === null ? undefined : Number(id))}
      />
      {compared ? (
        <>
          <span role="status" className={classes.compareText}>
            {count === 0
              ? `Both may do the same.`
              : `${count.toLocaleString('en')} ${count === 1 ? 'permission differs' : 'permissions differ'}: + what ${compared.name} may beyond this group, − what it may not.`}
          </span>
          <Button
            variant="default"
            size="compact-sm"
            disabled={isDisabled || count === 0}
            onClick={() => onCopy(compared.permissions)}
          >
            Copy all
          </Button>
        </>
      ) : null}
    </div>
  );
}
