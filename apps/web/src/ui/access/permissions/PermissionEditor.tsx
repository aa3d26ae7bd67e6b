import { Button, Checkbox } from '@mantine/core';
import { ADMIN_MODIFY, type PermissionFlags } from '@telltale/contract';
import { useCallback, useEffect, useState } from 'react';
import frame from '#ui/page/page.module.css';
import panes from '../panes/panes.module.css';
import { ComparedGroup, type NamedPermissions } from './ComparedGroup.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { PermissionBox } from './PermissionBox.tsx';
import { PermissionGrid } from './PermissionGrid.tsx';
import { differenceOf, type PermissionDraft, withOther, withTheirs } from './permission-draft.ts';
import { changedFlags, columnState, permissionsOfColumn, withPermissions } from './permission-set.ts';
import classes from './permissions.module.css';
import { StartFrom } from './StartFrom.tsx';

/** What became of saving: done, refused for a reason that was shown, or somebody else was faster, and this stands. */
export type SaveOutcome = 'saved' | 'refused' | { readonly stands: ReadonlySet<number> };

/** @param before the permissions that the editor saw */
export type SavePermissions = (flags: readonly PermissionFlags[], before: ReadonlySet<number>) => Promise<SaveOutcome>;

interface PermissionEditorProps {
  /** What the permissions are of: the heading is '{header} Permissions'. */
  header: string;
  saved: ReadonlySet<number>;
  /** The other groups, to compare with and to copy from. */
  others: readonly NamedPermissions[];
  comparedId: number | undefined;
  onCompare: (groupId: number | undefined) => void;
  /** Whether the editor holds a permission; what they don't hold they cannot give (spec 3 §13). */
  isHeld: (permissionId: number) => boolean;
  /** Saves the types that changed. */
  onSave: SavePermissions;
  /** Hears whether there is anything to save. */
  onChanged: (isChanged: boolean) => void;
}

/** The permissions of a user group, to be changed (spec 2 §2.7). */
export function PermissionEditor({
  header,
  saved,
  others,
  isHeld,
  onSave,
  onChanged,
  ...props
}: PermissionEditorProps) {
  const [draft, setDraft] = useState<PermissionDraft>();
  const [isSaving, setSaving] = useState(false);
  const permissions = draft?.now ?? saved;
  const base = draft?.base ?? saved;
  const isChanged = draft !== undefined;
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  useEffect(() => () => onChanged(false), [onChanged]);

  const set = useCallback(
    (ids: readonly number[], isSet: boolean) =>
      setDraft((now) => ({ base: saved, ...now, now: withPermissions(now?.now ?? saved, ids, isSet, isHeld) })),
    [saved, isHeld],
  );
  const take = (wanted: ReadonlySet<number>) => {
    set(
      [...permissions].filter((id) => !wanted.has(id)),
      false,
    );
    set([...wanted], true);
  };
  const save = async () => {
    setSaving(true);
    const outcome = await onSave(changedFlags(base, permissions), base);
    if (outcome === 'saved') setDraft(undefined);
    else if (outcome !== 'refused') setDraft(withOther({ base, now: permissions }, outcome.stands));
    setSaving(false);
  };
  const isAnyUnheld = (['view', 'create', 'delete', 'modify'] as const).some(
    (flag) => !permissionsOfColumn(flag).every(isHeld),
  );
  const compared = others.find(({ id }) => id === props.comparedId);

  return (
    <section className={panes.pane} aria-label={`${header} Permissions`}>
      <header className={frame.head}>
        <h2 className={classes.heading}>{header} Permissions</h2>
        <div className={classes.buttons}>
          {isChanged ? (
            <>
              <Button variant="default" disabled={isSaving} onClick={() => setDraft(undefined)}>
                Revert
              </Button>
              {draft.other ? null : (
                <Button loading={isSaving} onClick={() => void save()}>
                  Save Changes
                </Button>
              )}
            </>
          ) : null}
          <StartFrom permissions={permissions} isDisabled={isSaving} onTake={take} />
          <Button variant="default" disabled={isSaving} onClick={() => set([...permissions], false)}>
            Clear All
          </Button>
        </div>
      </header>
      {draft?.other ? (
        <ConflictNotice
          draft={draft}
          isSaving={isSaving}
          onTheirs={() => {
            const taken = withTheirs(draft);
            setDraft(differenceOf(taken.base, taken.now).length === 0 ? undefined : taken);
          }}
          onMine={() => void save()}
        />
      ) : null}
      <p className={classes.note}>
        {permissions.has(ADMIN_MODIFY)
          ? 'Modify of Admin implies every other permission inside the admin unit.'
          : 'Members of the group may do this with the assets that the group reaches.'}
        {isAnyUnheld
          ? ' Grey boxes are permissions that you do not hold yourself: nobody grants more than they hold.'
          : ''}
      </p>
      <ComparedGroup
        groups={others}
        compared={compared}
        permissions={permissions}
        isDisabled={isSaving}
        onCompare={props.onCompare}
        onCopy={take}
      />
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
              isChanged={permissions.has(id) !== base.has(id)}
              isHeld={isHeld(id)}
              isSaving={isSaving}
              comparedName={
                compared && compared.permissions.has(id) !== permissions.has(id) ? compared.name : undefined
              }
              onSet={set}
            />
          )}
        />
      </div>
    </section>
  );
}
