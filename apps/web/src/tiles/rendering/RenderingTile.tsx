import { useState } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { PartOfDashboard } from '#tile-kit/parts/PartOfDashboard.tsx';
import { usePartGrid } from '#tile-kit/parts/use-part-grid.ts';
import { isAsset } from '#tile-kit/records/record-list.ts';
import { TileHead } from '#tiles/shared/head/TileHead.tsx';
import { TileLoading } from '#tiles/shared/head/TileLoading.tsx';
import { OfAssetsOnly } from '#tiles/shared/reading/OfAssetsOnly.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { PodGrid } from './PodGrid.tsx';
import classes from './rendering.module.css';
import type { RenderingSettings } from './settings.ts';

/** The maintenance grid: how far the parts of an asset are used, and when they were done (spec 1 §2). */
export function RenderingTile(props: TileViewProps<RenderingSettings>) {
  const { asset } = useDashboardScope();
  if (!isAsset(asset.assetId)) return <OfAssetsOnly what="parts" />;
  return <AssetParts {...props} />;
}

function AssetParts({ settings, size }: TileViewProps<RenderingSettings>) {
  const { grid, problem, isAsking, isForbidden, at, refresh } = usePartGrid();
  const [shown, setShown] = useState<number>();
  if (isForbidden) return <TileMessage>You are missing permissions to view maintenance.</TileMessage>;
  if (grid === undefined && problem !== undefined) {
    return <TileNotice title="The parts could not be loaded." text={problem} onRetry={refresh} />;
  }
  if (grid === undefined) return <TileLoading stage="Loading the parts" />;
  const overdue = grid.parts.filter(({ state }) => state === 'overdue').length;
  const soon = grid.parts.filter(({ state }) => state === 'soon').length;
  return (
    <div className={classes.tile}>
      <TileHead
        title={settings.title || 'Maintenance'}
        note={
          <p className={classes.counts} data-bad={overdue > 0}>
            {[overdue > 0 ? `${overdue} overdue` : '', soon > 0 ? `${soon} due soon` : ''].filter(Boolean).join(', ') ||
              'Nothing is due'}
          </p>
        }
      >
        <button type="button" className={classes.refresh} aria-busy={isAsking} onClick={refresh}>
          Refresh
        </button>
      </TileHead>
      {grid.fault ? (
        <p className={classes.fault} role="alert">
          {grid.fault} Until then every part has 300 Pump Hours.
        </p>
      ) : null}
      {problem ? (
        <p className={classes.fault} role="alert">
          These are not the latest. {problem}
        </p>
      ) : null}
      {grid.parts.length === 0 ? (
        <TileMessage hint="They are maintenance events of its definition, named like 'Pod 1 - Valve Top', and those that its attribute maintenance-schedule names.">
          The asset has no parts.
        </TileMessage>
      ) : (
        <PodGrid parts={grid.parts} isNarrow={size.width < 640} onOpen={setShown} />
      )}
      {shown === undefined ? null : (
        <PartOfDashboard eventDefinitionId={shown} at={at} onClose={() => setShown(undefined)} />
      )}
    </div>
  );
}
