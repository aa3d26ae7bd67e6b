import type { assets } from '@telltale/contract';
import { FirstValues } from '../FirstValues.tsx';
import classes from './arrivals.module.css';
import { DetectedLabels } from './DetectedLabels.tsx';
import { ItemTable } from './ItemTable.tsx';
import { RefusalList } from './RefusalList.tsx';
import { useReceivedItems } from './use-received-items.ts';

interface AssetArrivalsProps {
  asset: Pick<assets.Asset, 'assetId' | 'assetDefinitionId' | 'assetDefinition'>;
  onReceived: () => void;
}

/** What arrives of one asset, what was refused, and what its definition does not know yet. */
export function AssetArrivals({ asset, onReceived }: AssetArrivalsProps) {
  const received = useReceivedItems(asset.assetId);
  const items = [...received.values()].sort((a, b) => a.label.localeCompare(b.label));
  const { alias, assetDefinitionName } = asset.assetDefinition;
  return (
    <div className={classes.panel}>
      <section className={classes.part}>
        <h2 className={classes.heading}>What arrives</h2>
        <FirstValues assetId={asset.assetId} onReceived={onReceived} />
        {items.length > 0 ? <ItemTable assetId={asset.assetId} items={items} /> : null}
        <DetectedLabels
          assetDefinitionId={asset.assetDefinitionId}
          definitionName={alias || assetDefinitionName}
          received={items.length}
        />
      </section>
      <RefusalList kind="asset" id={asset.assetId} />
    </div>
  );
}
