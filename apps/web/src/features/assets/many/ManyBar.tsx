import { Button } from '@mantine/core';
import { permissionId } from '@telltale/contract';
import { useContext, useMemo } from 'react';
import { useMay } from '#session/session-store.ts';
import { AssetDialogContext, type ManyChange } from '../asset-dialog.ts';
import type { AssetRow } from '../list/asset-list.ts';
import classes from './many.module.css';
import { SelectionContext } from './selection.ts';

const MAY_CHANGE_ATTRIBUTES = permissionId('Attributes', 'Modify');
const MAY_CHANGE_GROUPS = permissionId('AssetGroups', 'Modify');
const MAY_CHANGE_ASSETS = permissionId('Assets', 'Modify');
const MAY_DELETE = permissionId('Assets', 'Delete');

interface ManyBarProps {
  /** Every asset that the user sees. */
  rows: readonly AssetRow[];
  /** Those that the filter lets through. */
  shown: readonly AssetRow[];
}

/** How many assets are marked, and what can be done with them. */
export function ManyBar({ rows, shown }: ManyBarProps) {
  const { ids, set } = useContext(SelectionContext);
  const openDialog = useContext(AssetDialogContext);
  const selected = useMemo(() => rows.filter(({ assetId }) => ids?.has(assetId)), [rows, ids]);
  const [mayChange, mayGroup, mayModify, mayDelete] = [
    useMay(MAY_CHANGE_ATTRIBUTES),
    useMay(MAY_CHANGE_GROUPS),
    useMay(MAY_CHANGE_ASSETS),
    useMay(MAY_DELETE),
  ];
  if (ids === undefined) return null;
  const open = (change: ManyChange) =>
    openDialog({ kind: 'many', change, rows: selected, onDone: () => set(new Set()) });
  const isNone = selected.length === 0;
  return (
    <section className={classes.bar} aria-label="Selected assets">
      <output>{selected.length.toLocaleString('en')} selected</output>
      <Button
        variant="default"
        size="xs"
        onClick={() => set(new Set([...ids, ...shown.map(({ assetId }) => assetId)]))}
      >
        Select all {shown.length.toLocaleString('en')}
      </Button>
      <Button variant="default" size="xs" disabled={isNone} onClick={() => set(new Set())}>
        Select none
      </Button>
      <span className={classes.gap} />
      {mayChange ? (
        <>
          <Button variant="default" size="xs" disabled={isNone} onClick={() => open('attribute')}>
            Attribute…
          </Button>
          <Button variant="default" size="xs" disabled={isNone} onClick={() => open('offline')}>
            Mark offline after…
          </Button>
        </>
      ) : null}
      {mayGroup && mayModify ? (
        <Button variant="default" size="xs" disabled={isNone} onClick={() => open('group')}>
          Asset group…
        </Button>
      ) : null}
      {mayDelete ? (
        <Button
          variant="default"
          size="xs"
          {...(isNone ? {} : { className: classes.danger ?? '' })}
          disabled={isNone}
          onClick={() => open('delete')}
        >
          Delete…
        </Button>
      ) : null}
      <Button size="xs" className={classes.done ?? ''} onClick={() => set(undefined)}>
        Done
      </Button>
    </section>
  );
}
