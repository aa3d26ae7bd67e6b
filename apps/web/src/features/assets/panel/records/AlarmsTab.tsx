import type { assets } from '@telltale/contract';
import { OpenAlarms } from './OpenAlarms.tsx';
import { RecentTransitions } from './RecentTransitions.tsx';
import { useAlarmNews } from './use-alarm-news.ts';

/** The alarms of the asset that are not closed, and what happened to its alarms. */
export function AlarmsTab({ asset }: { asset: assets.Asset }) {
  useAlarmNews(asset.assetId);
  return (
    <>
      <OpenAlarms assetId={asset.assetId} />
      <RecentTransitions assetId={asset.assetId} />
    </>
  );
}
