import { PatientRecord } from '#pages/patient/PatientRecord.tsx';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { usePastMs } from '../dashboard-time.ts';

/** The patient information of the dashboard's asset, at its moment. */
export function PatientOfDashboard({ title }: { title: string }) {
  const { assetId } = useDashboardScope().asset;
  return <PatientRecord assetId={assetId} title={title} pastMs={usePastMs()} isInTile />;
}
