import { permissionId } from '@telltale/contract';
import { useMayChangeOwn } from '#session/own-attributes.ts';
import { useMay } from '#session/session-store.ts';

/** What the user may do with dashboards. For showing and hiding only: the portal decides. */
export function useRights() {
  const mayCreate = useMay(permissionId('Dashboard', 'Create'));
  const mayModify = useMay(permissionId('Dashboard', 'Modify'));
  const mayDelete = useMay(permissionId('Dashboard', 'Delete'));
  const mayChangeOwn = useMayChangeOwn();
  // Asking for an export leaves a job behind, which the sandbox account may not.
  const mayExport = useMay(permissionId('HistoricalDataItems', 'View')) && mayChangeOwn;
  return { mayCreate, mayModify, mayDelete, mayEdit: mayCreate || mayModify, mayChangeOwn, mayExport };
}
