import { IconCheck } from '@tabler/icons-react';
import { ADMIN_MODIFY } from '@telltale/contract';
import { useMemo } from 'react';
import frame from '#ui/page/page.module.css';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import panes from '../panes/panes.module.css';
import { PermissionGrid } from './PermissionGrid.tsx';
import { effectivePermissions } from './permission-set.ts';
import classes from './permissions.module.css';

interface EffectivePermissionsProps {
  header: string;
  /** The user's groups. */
  groups: readonly { readonly name: string; readonly permissions: ReadonlySet<number> }[];
}

/** What a user may do: the union over the groups, read-only, and which group each permission comes from. */
export function EffectivePermissions({ header, groups }: EffectivePermissionsProps) {
  const effective = useMemo(
    () => effectivePermissions(groups.map(({ permissions }, index) => ({ group: index, permissions }))),
    [groups],
  );
  const giving = [...new Set([...effective.values()].flat())].sort((a, b) => a - b);

  return (
    <section className={panes.pane} aria-label={`${header} Permissions`}>
      <header className={frame.head}>
        <h2 className={classes.heading}>{header} Permissions</h2>
        <span className={classes.readOnly}>Read-only</span>
      </header>
      <p className={classes.note}>
        {groups.length === 0
          ? 'This user is in no user group and so may do nothing. Permissions are given to user groups.'
          : 'The union over the user’s groups. To change it, select one of the groups.'}
        {effective.has(ADMIN_MODIFY) ? ' Modify of Admin implies every other permission inside the admin unit.' : ''}
      </p>
      {giving.length > 0 ? (
        <ul className={classes.legend} aria-label="Where the permissions come from">
          {giving.map((index) => (
            <li key={index}>
              <span className={classes.badge}>{giving.indexOf(index) + 1}</span> {groups[index]?.name}
            </li>
          ))}
        </ul>
      ) : null}
      <ScrollRegion className={classes.scroller} label="What the user may do">
        <PermissionGrid
          label={`${header} Permissions`}
          head={(_, label) => label}
          cell={(id, name) => {
            const from = effective.get(id);
            const names = from?.map((index) => groups[index]?.name).join(', ');
            return from === undefined ? (
              <span className={classes.absent}>
                <span aria-hidden>–</span>
                <span className="tt-visually-hidden">No</span>
              </span>
            ) : (
              <span className={classes.granted} title={`${name}: from ${names}`}>
                <IconCheck size={15} aria-hidden />
                {from.map((index) => (
                  <span key={index} className={classes.badge} aria-hidden>
                    {giving.indexOf(index) + 1}
                  </span>
                ))}
                <span className="tt-visually-hidden">Yes, from {names}</span>
              </span>
            );
          }}
        />
      </ScrollRegion>
    </section>
  );
}
