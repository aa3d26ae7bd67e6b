import type { assets, definitions } from '@telltale/contract';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useLive } from '#live/use-live.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { type DashboardScope, DashboardScopeProvider } from '#tile-kit/dashboard-scope.tsx';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { ALWAYS_LIVE } from '#tile-kit/records/asset-moments.ts';
import { findTile } from '#tiles/registry.ts';
import { Loading } from '#ui/feedback/Loading.tsx';
import type { ReportOfJob } from './report-of-job.ts';
import classes from './report-page.module.css';

const tile = findTile('StateReport');
/** It grows with what it holds. */
const SIZE = { width: 1_000, height: 1_000 };

interface ReportSheetProps {
  asset: assets.Asset;
  definition: definitions.DefinitionTree;
  /** The closed job that it is of; undefined: what the rig is on. */
  job: ReportOfJob | undefined;
}

/** The report's tile, on no dashboard but in an asset of its own. */
export function ReportSheet({ asset, definition, job }: ReportSheetProps) {
  const { store, series } = useLive();
  const zone = useOwnZone();
  const [View, setView] = useState<ComponentType<TileViewProps<unknown>>>();
  useEffect(() => {
    void tile.loadView().then((view) => setView(() => view));
  }, []);
  const scope = useMemo(
    (): DashboardScope => ({
      asset: job === undefined ? asset : { ...asset, attributes: job.attributes },
      members: [{ assetId: asset.assetId, name: asset.assetAlias || asset.serialNumber }],
      definition,
      resolve: ({ slotPath, dataItem }) =>
        slotPath.length === 0 && dataItem !== null ? { assetId: asset.assetId, dataItemId: dataItem } : undefined,
      // Of a job that is past nothing can be changed: what the rig is on now is another one.
      time:
        job === undefined
          ? new DashboardTime()
          : new DashboardTime({ cursor: { kind: 'past', atMs: job.atMs }, range: undefined }),
      readings: store,
      series,
      sent: { readings: store, series },
      moments: ALWAYS_LIVE,
      zone,
    }),
    [asset, definition, job, store, series, zone],
  );
  const settings = useMemo(() => tile.settings.parse({ title: job?.name ?? '' }), [job?.name]);
  return (
    <div className={classes.sheet}>
      <DashboardScopeProvider scope={scope}>
        {View === undefined ? <Loading label="Loading the report" /> : <View settings={settings} size={SIZE} />}
      </DashboardScopeProvider>
    </div>
  );
}
