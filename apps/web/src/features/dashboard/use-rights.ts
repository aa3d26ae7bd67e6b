import { permissionId } from '@telltale/contract';
import { useMay } from '#app/session-store.ts';

/** What the user may do with dashboards. For showing and hiding only: the portal decides. */
export function useRights() {
  const mayCreate = useMay(permissionId('Dashboard', 'Create'));
  const mayModify = useMay(permissionId('Dashboard', 'Modify'));
  const mayDelete = useMay(permissionId('Dashboard', 'Delete'));
  return { mayCreate, mayModify, mayDelete, mayEdit: mayCreate || mayModify };
}
