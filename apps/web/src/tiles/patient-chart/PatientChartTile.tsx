import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { PatientOfDashboard } from '#tile-kit/records/PatientOfDashboard.tsx';
import { isAsset } from '#tile-kit/records/record-list.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import type { PatientChartSettings } from './settings.ts';

/** The patient information of the dashboard's asset, to read and, in Edit Mode, to change (spec 1 §4). */
export function PatientChartTile({ settings }: TileViewProps<PatientChartSettings>) {
  const { asset } = useDashboardScope();
  if (!isAsset(asset.assetId)) {
    return <TileMessage>Patient information is kept with an asset. This dashboard is of a system.</TileMessage>;
  }
  return <PatientOfDashboard title={settings.title || 'Patient'} />;
}
