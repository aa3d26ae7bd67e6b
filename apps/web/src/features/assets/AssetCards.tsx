import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { Link } from 'wouter';
import { AssetMenuButton, useMayModify } from './AssetMenuButton.tsx';
import type { AssetRow } from './asset-list.ts';
import classes from './assets.module.css';
import { LastContact } from './LastContact.tsx';
import { LiveConnectionState } from './LiveConnectionState.tsx';

const CARD_HEIGHT_PX = 72;

/** The assets as cards for a phone; only those in view are drawn. */
export function AssetCards({ rows }: { rows: readonly AssetRow[] }) {
  const mayModify = useMayModify();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.assetId ?? index,
    overscan: 6,
  });
  return (
    <div className={classes.cards} ref={scroller}>
      <ul className={classes.cardList} aria-label="Assets" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return row ? (
            <li key={key} className={classes.cardItem} style={{ transform: `translateY(${start}px)` }}>
              <Link href={row.address} className={classes.card} data-menu={mayModify}>
                <span className={classes.cardLine}>
                  <span className={classes.cardName}>{row.name}</span>
                  <LiveConnectionState row={row} />
                </span>
                <span className={classes.cardLine}>
                  <span className={classes.cardDetail}>
                    {row.definition} · <code className={classes.code}>{row.serialNumber}</code>
                  </span>
                  <span className={classes.cardAge}>
                    <LastContact row={row} />
                  </span>
                </span>
              </Link>
              {mayModify ? (
                <span className={classes.cardMenu}>
                  <AssetMenuButton row={row} isTabStop />
                </span>
              ) : null}
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
