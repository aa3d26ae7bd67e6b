import { ExportDialog } from '#pages/exports/ExportDialog.tsx';
import { useDashboardScope, useZone } from '#tile-kit/dashboard-scope.tsx';
import { useDashboard } from '../screen/dashboard-context.ts';

/** Exports what the dashboard is of: its asset, or those in the slots of its system. */
export function ExportOfDashboard({ onClose }: { onClose: () => void }) {
  const { members } = useDashboardScope();
  const { title } = useDashboard().subject;
  return <ExportDialog assets={members} name={title} zone={useZone()} onClose={onClose} />;
}
