import { permissionId } from '@telltale/contract';
import { useCallback } from 'react';
import { setUi } from '#actions/ui-store.ts';
import { putPanelInAddress } from '#pages/panel-address.ts';
import { useMay } from '#session/session-store.ts';
import { useIsPast } from '#tile-kit/dashboard-time.ts';
import { useDashboard } from './dashboard-context.ts';

/**
 * Opens the panels of the dashboard's asset; undefined what there is no right, or no asset, for, and the one that edits
 * the asset while the past is shown.
 */
export function useAssetPanels(): {
  showAsset?: () => void;
  showAttributes?: () => void;
  showFiles?: () => void;
  showAlarms?: () => void;
  showTimeline?: () => void;
  showMaintenance?: () => void;
} {
  const { subject, setDialog } = useDashboard();
  const assetId = subject.asset?.assetId;
  const mayAttributes = useMay(permissionId('Attributes', 'View'));
  const mayAssets = useMay(permissionId('Assets', 'View'));
  const mayFiles = useMay(permissionId('Files', 'View'));
  const mayAlarms = useMay(permissionId('Alarms', 'View'));
  const mayEvents = useMay(permissionId('Events', 'View'));
  const isPast = useIsPast();
  const showAsset = useCallback(() => setUi({ assetPanel: assetId, filePanel: undefined }), [assetId]);
  const showFiles = useCallback(() => setUi({ filePanel: assetId, assetPanel: undefined }), [assetId]);
  const showAttributes = useCallback(() => showTab(assetId, 'attributes'), [assetId]);
  const showTimeline = useCallback(() => showTab(assetId, 'events'), [assetId]);
  const showAlarms = useCallback(() => setDialog({ kind: 'alarms' }), [setDialog]);
  const showMaintenance = useCallback(() => setDialog({ kind: 'maintenance' }), [setDialog]);
  return {
    ...(assetId !== undefined && mayEvents && !isPast ? { showMaintenance } : {}),
    ...(assetId !== undefined && mayAlarms && !isPast ? { showAlarms } : {}),
    ...(assetId !== undefined && mayAttributes && !isPast ? { showAsset, showAttributes } : {}),
    ...(assetId !== undefined && mayAssets ? { showTimeline } : {}),
    ...(assetId !== undefined && mayFiles ? { showFiles } : {}),
  };
}

function showTab(assetId: number | undefined, tab: string): void {
  // The panel takes its tab from the address.
  putPanelInAddress(assetId, tab);
  setUi({ assetPanel: assetId, filePanel: undefined });
}
