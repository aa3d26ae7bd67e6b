import { useContext } from 'react';
import classes from '../assets.module.css';
import type { AssetRow } from '../list/asset-list.ts';
import { SelectionContext, toggled } from './selection.ts';

/** Marks one asset. */
export function SelectBox({ row, isTabStop }: { row: AssetRow; isTabStop: boolean }) {
  const { ids, set } = useContext(SelectionContext);
  if (ids === undefined) return null;
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={`Select ${row.name}`}
        tabIndex={isTabStop ? 0 : -1}
        checked={ids.has(row.assetId)}
        onChange={() => set(toggled(ids, row.assetId))}
      />
    </label>
  );
}
