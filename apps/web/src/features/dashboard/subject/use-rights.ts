import { permissionId } from '@telltale/contract';
import { useMay, useSessionStore } from '#session/session-store.ts';

/** The sandbox account may change nothing, not even what is its own (spec 3 §13). */
const SANDBOX_ACCOUNT = 'view-only';

/** What the user may do with dashboards. For showing and hiding only: the portal decides. */
export function useRights() {
  const mayCreate = useMay(permissionId('Dashboard', 'Create'));
  const mayModify = useMay(permissionId('Dashboard', 'Modify'));
  const mayDelete = useMay(permissionId('Dashboard', 'Delete'));
  const mayChangeOwn = useSessionStore(({ user }) => user !== undefined && user.username !== SANDBOX_ACCOUNT);
  // Asking for an export leaves a job behind, which the sandbox account may not.
  const mayExport = useMay(permissionId('HistoricalDataItems', 'View')) && mayChangeOwn;
  return { mayCreate, mayModify, mayDelete, mayEdit: mayCreate || mayModify, mayChangeOwn, mayExport };
}
