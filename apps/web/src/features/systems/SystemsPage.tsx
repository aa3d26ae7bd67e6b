import { IconTopologyStar3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PERMISSION_CONFIGURATION, permissionId, type systems } from '@telltale/contract';
import { Link } from 'wouter';
import { systemListQuery } from '#api/system-queries.ts';
import { type AssetAlarms, useAlarmCounts } from '#live/use-alarm-counts.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { extraLinks } from '#ui/links/extra-links.ts';
import { Page } from '#ui/page/Page.tsx';
import { SystemAlarms } from './SystemAlarms.tsx';
import classes from './systems-page.module.css';

/** The systems in sight, each with the way to its dashboard (spec 2 §2.9). */
export function SystemsPage() {
  const mayView = useMay(permissionId('Systems', 'View'));
  const list = useQuery({ ...systemListQuery, enabled: mayView });
  const { data } = list;
  const counts = useAlarmCounts();
  return (
    <Page title="Systems" columnWidth={960}>
      {mayView ? (
        <Pending
          query={list}
          label="Loading systems"
          failure="The systems could not be loaded."
          rows={6}
          rowHeight={48}
        />
      ) : (
        <MissingPermission what="systems" permission="SystemsView" />
      )}
      {data?.length === 0 ? <NoSystems /> : null}
      {data !== undefined && data.length > 0 ? (
        <ul className={classes.systems}>
          {data.map((system) => (
            <SystemRow key={system.systemId} system={system} counts={counts} />
          ))}
        </ul>
      ) : null}
    </Page>
  );
}

interface SystemRowProps {
  system: systems.System;
  counts: ReadonlyMap<number, AssetAlarms> | undefined;
}

function SystemRow({ system, counts }: SystemRowProps) {
  const { systemId, name, systemDefinition, attributes } = system;
  return (
    <li className={classes.system}>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.detail}>{systemDefinition.name}</span>
      </span>
      <SystemAlarms slots={system.currentSlotAssignments} counts={counts} />
      <span className={classes.links}>
        {extraLinks(attributes).map(({ href, label, isExternal }) =>
          isExternal ? (
            <a key={`${href} ${label}`} href={href} rel="noopener noreferrer" target="_blank">
              {label}
            </a>
          ) : (
            <Link key={`${href} ${label}`} href={href}>
              {label}
            </Link>
          ),
        )}
        <Link href={`/systems/${systemId}/dashboard`} aria-label={`Dashboard of ${name}`} className={classes.dashboard}>
          Dashboard
        </Link>
      </span>
    </li>
  );
}

function NoSystems() {
  const mayConfigure = useMay(PERMISSION_CONFIGURATION);
  return (
    <EmptyState title="There are no systems yet." icon={<IconTopologyStar3 size={28} stroke={1.5} />}>
      {mayConfigure ? (
        <Link href="/configuration/systems">Configure the first one</Link>
      ) : (
        'A system is shown to those who see at least one of its assets.'
      )}
    </EmptyState>
  );
}
