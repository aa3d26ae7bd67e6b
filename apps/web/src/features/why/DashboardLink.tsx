import { PERMISSION_DASHBOARD_VIEW } from '@telltale/contract';
import { Link } from 'wouter';
import { useMay } from '#session/session-store.ts';

/** From the page of a value to its asset's dashboard, for who may open dashboards. */
export function DashboardLink({ assetId }: { assetId: number }) {
  if (!useMay(PERMISSION_DASHBOARD_VIEW)) return null;
  return <Link href={`/assets/${assetId}/dashboard`}>The asset’s dashboard</Link>;
}
