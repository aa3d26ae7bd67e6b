import { useOwnZone } from '#pages/use-own-zone.ts';
import { Age } from '#ui/feedback/Age.tsx';
import classes from '../../assets.module.css';
import type { AssetRow } from '../asset-list.ts';

/** How long ago the asset was heard of. */
export function LastContact({ row }: { row: AssetRow }) {
  const zone = useOwnZone();
  if (row.lastContactMs === null) return <span className={classes.none}>–</span>;
  return <Age timeMs={row.lastContactMs} zone={zone} />;
}
