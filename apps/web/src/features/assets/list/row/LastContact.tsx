import { Age } from '#ui/feedback/Age.tsx';
import classes from '../../assets.module.css';
import type { AssetRow } from '../asset-list.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How long ago the asset was heard of. */
export function LastContact({ row }: { row: AssetRow }) {
  if (row.lastContactMs === null) return <span className={classes.none}>–</span>;
  return <Age timeMs={row.lastContactMs} zone={zone} />;
}
