import { Checkbox } from '@mantine/core';
import { ADMIN_MODIFY, permissionGroups, permissionId } from '@telltale/contract';
import { includesPermission, useSessionStore } from '#session/session-store.ts';
import { permissionColumns } from '#ui/access/permissions/permission-set.ts';
import classes from '../user-settings.module.css';

interface PermissionChoiceProps {
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** A table of the user's own permissions: nothing else can be given to a token. */
export function PermissionChoice({ chosen, onChange }: PermissionChoiceProps) {
  const own = useSessionStore((session) => session.permissions);
  const mayGive = (id: number) => includesPermission(own, id);
  const set = (ids: readonly number[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const groups = permissionGroups.filter((group) =>
    permissionColumns.some(({ label }) => mayGive(permissionId(group, label))),
  );

  return (
    <div className={classes.permissions}>
      <table aria-label="Permissions of the token">
        <thead>
          <tr>
            <th scope="col">Group</th>
            {permissionColumns.map(({ label: action }) => {
              const ids = groups.map((group) => permissionId(group, action)).filter(mayGive);
              const count = ids.filter((id) => chosen.has(id)).length;
              return (
                <th key={action} scope="col">
                  <Checkbox
                    label={action}
                    aria-label={`${action} of all groups`}
                    disabled={ids.length === 0}
                    checked={ids.length > 0 && count === ids.length}
                    indeterminate={count > 0 && count < ids.length}
                    onChange={({ currentTarget }) => set(ids, currentTarget.checked)}
                  />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group}>
              <th scope="row">{group}</th>
              {permissionColumns.map(({ label: action }) => {
                const id = permissionId(group, action);
                return (
                  <td key={action}>
                    <Checkbox
                      aria-label={`${group} ${action}`}
                      disabled={!mayGive(id)}
                      checked={chosen.has(id)}
                      onChange={({ currentTarget }) => set([id], currentTarget.checked)}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {mayGive(ADMIN_MODIFY) ? (
        <Checkbox
          label="AdminModify: everything in the admin unit"
          checked={chosen.has(ADMIN_MODIFY)}
          onChange={({ currentTarget }) => set([ADMIN_MODIFY], currentTarget.checked)}
        />
      ) : null}
    </div>
  );
}
