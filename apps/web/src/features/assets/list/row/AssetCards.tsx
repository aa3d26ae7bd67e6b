import { Link } from 'wouter';
import { assetAddress } from '#pages/asset-address.ts';
import classes from '../../assets.module.css';
import { SelectBox } from '../../many/SelectBox.tsx';
import type { AssetRow } from '../asset-list.ts';
import { Alarms } from './Alarms.tsx';
import { LastContact } from './LastContact.tsx';
import { LiveConnectionState } from './LiveConnectionState.tsx';
import { RowControls } from './RowControls.tsx';

interface AssetCardsProps {
  rows: readonly AssetRow[];
  isCompact: boolean;
  chosen: number | undefined;
}

/** The assets of one page as cards for a phone. */
export function AssetCards({ rows, isCompact, chosen }: AssetCardsProps) {
  return (
    <ul className={classes.cards} aria-label="Assets">
      {rows.map((row) => (
        <li key={row.assetId} className={classes.cardItem} data-chosen={row.assetId === chosen || undefined}>
          <Link href={assetAddress(row.asset)} className={classes.card} data-compact={isCompact || undefined}>
            <span className={classes.cardLine}>
              <span className={classes.cardName}>{row.name}</span>
              <LiveConnectionState row={row} />
            </span>
            {isCompact ? null : (
              <span className={classes.cardLine}>
                <span className={classes.cardDetail}>
                  {row.definition} · <code className={classes.code}>{row.serialNumber}</code>
                </span>
                <span className={classes.cardAge}>
                  {row.alarms.count > 0 ? <Alarms alarms={row.alarms} /> : <LastContact row={row} />}
                </span>
              </span>
            )}
          </Link>
          <span className={classes.cardMenu}>
            <SelectBox row={row} isTabStop />
            <RowControls row={row} isTabStop />
          </span>
        </li>
      ))}
    </ul>
  );
}
