import { IconPinFilled } from '@tabler/icons-react';
import { Link } from 'wouter';
import { assetAddress } from '#pages/asset-address.ts';
import classes from '../../assets.module.css';
import { SelectBox } from '../../many/SelectBox.tsx';
import { type AssetRow, attributeOf } from '../asset-list.ts';
import { Alarms } from './Alarms.tsx';
import { LastContact } from './LastContact.tsx';
import { LiveConnectionState } from './LiveConnectionState.tsx';
import { RowControls } from './RowControls.tsx';

/** Characters of an attribute: the line is cut where the card ends. */
const TOLD = 60;

interface AssetCardsProps {
  rows: readonly AssetRow[];
  isCompact: boolean;
  chosen: number | undefined;
  pins: readonly number[];
  /** Attributes that the user wants to see; on a desk they are columns. */
  attributes: readonly string[];
}

/** The assets of one page as cards for a phone. */
export function AssetCards({ rows, isCompact, chosen, pins, attributes }: AssetCardsProps) {
  const hasAttributes = !isCompact && attributes.length > 0;
  return (
    <ul className={classes.cards} aria-label="Assets">
      {rows.map((row) => (
        <li key={row.assetId} className={classes.cardItem} data-chosen={row.assetId === chosen || undefined}>
          <Link
            href={assetAddress(row.asset)}
            className={classes.card}
            data-compact={isCompact || undefined}
            data-tall={hasAttributes || undefined}
          >
            <span className={classes.cardLine}>
              <span className={classes.cardName}>
                {pins.includes(row.assetId) ? (
                  <IconPinFilled size={12} className={classes.pinned ?? ''} aria-label="Pinned" />
                ) : null}
                {row.name}
              </span>
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
            {hasAttributes ? <span className={classes.cardDetail}>{attributesText(row, attributes)}</span> : null}
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

/** `Station East · Area 7`. */
function attributesText(row: AssetRow, names: readonly string[]): string {
  return names.map((name) => `${name} ${attributeOf(row, name).slice(0, TOLD) || '–'}`).join(' · ');
}
