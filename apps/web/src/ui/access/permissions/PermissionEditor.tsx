import { Button, Checkbox } from '@mantine/core';
import { ADMIN_MODIFY, type PermissionFlags } from '@telltale/contract';
import { useCallback, useEffect, useState } from 'react';
import frame from '#ui/page/page.module.css';
import panes from '../panes/panes.module.css';
import { PermissionBox } from './PermissionBox.tsx';
import { PermissionGrid } from './PermissionGrid.tsx';
import { changedFlags, columnState, permissionsOfColumn, withPermissions } from './permission-set.ts';
import classes from './permissions.module.css';

interface PermissionEditorProps {
  /** What the permissions are of: the heading is '{header} Permissions'. */
  header: string;
  saved: ReadonlySet<number>;
  /** Whether the editor holds a permission; what they don't hold they cannot give (spec 3 §13). */
  isHeld: (permissionId: number) => boolean;
  /** Saves the types that changed; answers whether that went well. */
  onSave: (flags: readonly PermissionFlags[]) => Promise<boolean>;
  /** Hears whether there is anything to save. */
  onChanged: (isChanged: boolean) => void;
}

/** The permissions of a user group, to be changed (spec 2 §2.7). */
export function PermissionEditor({ header, saved, isHeld, onSave, onChanged }: PermissionEditorProps) {
  const [edited, setEdited] = useState<ReadonlySet<number>>();
  const [isSaving, setSaving] = useState(false);
  const permissions = edited ?? saved;
  const isChanged = edited !== undefined;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => () => onChanged(false), [onChanged]);

  const set = useCallback(
    (ids: readonly number[], isSet: boolean) => setEdited((now) => withPermissions(now ?? saved, ids, isSet, isHeld)),
    [saved, isHeld],
  );
  const save = async () => {
    setSaving(true);
    if (await onSave(changedFlags(saved, permissions))) setEdited(undefined);
    setSaving(false);
  };
  const isAnyUnheld = (['view', 'create', 'delete', 'modify'] as const).some(
    (flag) => !permissionsOfColumn(flag).every(isHeld),
  );

  return (
    <section className={panes.pane} aria-label={`${header} Permissions`}>
      <header className={frame.head}>
        <h2 className={classes.heading}>{header} Permissions</h2>
        <div className={classes.buttons}>
          {isChanged ? (
            <>
              <Button variant="default" disabled={isSaving} onClick={() => setEdited(undefined)}>
                Revert
              </Button>
              <Button loading={isSaving} onClick={() => void save()}>
                Save Changes
              </Button>
            </>
          ) : null}
          <Button
            variant="default"
            disabled={isSaving}
            onClick={() => setEdited(withPermissions(permissions, [...permissions], false, isHeld))}
          >
            Clear All
          </Button>
        </div>
      </header>
      <p className={classes.note}>
        {permissions.has(ADMIN_MODIFY)
          ? 'Modify of Admin implies every other permission inside the admin unit.'
          : 'Members of the group may do this with the assets that the group reaches.'}
        {isAnyUnheld
          ? ' Grey boxes are permissions that you do not hold yourself: nobody grants more than they hold.'
          : ''}
      </p>
      <div className={classes.scroller}>
        <PermissionGrid
          label={`${header} Permissions`}
          head={(flag, label) => (
            <Checkbox
              size="xs"
              label={label}
              aria-label={`${label} of every type`}
              checked={columnState(permissions, flag) === 'all'}
              indeterminate={columnState(permissions, flag) === 'some'}
              disabled={isSaving || !permissionsOfColumn(flag).some(isHeld)}
              onChange={(event) => set(permissionsOfColumn(flag), event.currentTarget.checked)}
            />
          )}
          cell={(id, name) => (
            <PermissionBox
              permissionId={id}
              name={name}
              isSet={permissions.has(id)}
              isChanged={permissions.has(id) !== saved.has(id)}
              isHeld={isHeld(id)}
              isSaving={isSaving}
              onSet={set}
            />
          )}
        />
      </div>
    </section>
  );
}
