import { ADMIN_MODIFY, ownership } from '@telltale/contract';
import { memo } from 'react';
import { Link } from 'wouter';
import { useMay, useSessionStore } from '#session/session-store.ts';
import classes from './administration-links.module.css';

const pages = [
  { path: '/admin', label: 'Users and groups' },
  { path: '/assetgroups', label: 'Asset groups' },
  { path: '/access', label: 'Who may what' },
  { path: '/audit', label: 'Audit' },
  { path: '/alerts', label: 'Alerts' },
  { path: '/gateways', label: 'Gateways' },
  { path: '/quarantine', label: 'Refused data' },
  { path: '/files', label: 'Files' },
  { path: '/frame-sites', label: 'Sites in tiles' },
  { path: '/broker', label: 'MQTT broker' },
  { path: '/status', label: 'Status' },
  { path: '/first-hour', label: 'First hour' },
] as const;

/** What pages may show, and how the portal is, is one for all units. */
const OF_FIRST_UNIT: ReadonlySet<string> = new Set(['/frame-sites', '/broker', '/status', '/first-hour']);

/** From one page of the administration to the others; who is no administrator came from elsewhere, and is led nowhere. */
export const AdministrationLinks = memo(function AdministrationLinks({
  here,
}: {
  here: (typeof pages)[number]['path'];
}) {
  const isRoot = useSessionStore((session) => session.user?.adminId) === ownership.ROOT_ADMIN_ID;
  if (!useMay(ADMIN_MODIFY)) return null;
  return (
    <nav className={classes.links} aria-label="More of the administration">
      {pages
        .filter(({ path }) => path !== here && (isRoot || !OF_FIRST_UNIT.has(path)))
        .map(({ path, label }) => (
          <Link key={path} href={path}>
            {label}
          </Link>
        ))}
    </nav>
  );
});
