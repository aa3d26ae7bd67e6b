import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { rotasQuery } from '#api/alerts/alert-queries.ts';
import { useMay } from '#session/session-store.ts';

/** Who of a user group is on call now; nothing of a group without a rotation. */
export function OnCallNow({ userGroupId, className }: { userGroupId: number; className?: string | undefined }) {
  const mayView = useMay(permissionId('Alerts', 'View'));
  const { data } = useQuery({ ...rotasQuery, enabled: mayView });
  const rota = data?.find((one) => one.userGroupId === userGroupId);
  if (!rota) return null;
  const until = rota.now && formatDateTime(Date.parse(rota.now.until), rota.zone).slice(0, 16);
  return (
    <span className={className}>
      {rota.now ? `On call now: ${rota.now.username}, until ${until} (${rota.zone})` : 'Nobody is on call now'}
    </span>
  );
}
