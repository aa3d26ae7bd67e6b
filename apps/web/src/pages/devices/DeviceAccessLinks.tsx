import { ADMIN_MODIFY, permissionId } from '@telltale/contract';
import { Link } from 'wouter';
import { useMay } from '#session/session-store.ts';
import classes from './device-access-links.module.css';

const pages = [
  { path: '/connect', label: 'Connect a device', isForAdministrators: false },
  { path: '/gateways', label: 'Gateway tokens', isForAdministrators: true },
  { path: '/provisioning', label: 'Provisioning keys', isForAdministrators: true },
] as const;

interface DeviceAccessLinksProps {
  here: (typeof pages)[number]['path'];
  /** The kind of the entries of the journal that tell what was done here. */
  journalKind?: string;
}

/** From one of the pages by which devices get in to the others, and to what was done there. */
export function DeviceAccessLinks({ here, journalKind }: DeviceAccessLinksProps) {
  const isAdministrator = useMay(ADMIN_MODIFY);
  const mayConnect = useMay(permissionId('Assets', 'Create'));
  const others = pages.filter(
    ({ path, isForAdministrators }) => path !== here && (isForAdministrators ? isAdministrator : mayConnect),
  );
  if (others.length === 0) return null;
  return (
    <nav className={classes.links} aria-label="More ways for devices">
      {others.map(({ path, label }) => (
        <Link key={path} href={path}>
          {label}
        </Link>
      ))}
      {journalKind !== undefined && isAdministrator ? <Link href={`/audit?kind=${journalKind}`}>Journal</Link> : null}
    </nav>
  );
}
