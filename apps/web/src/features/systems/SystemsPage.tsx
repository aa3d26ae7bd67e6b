import { IconTopologyStar3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PERMISSION_CONFIGURATION, permissionId, type systems } from '@telltale/contract';
import { Link } from 'wouter';
import { systemListQuery } from '#api/system-queries.ts';
import { type AssetAlarms, useAlarmCounts } from '#live/use-alarm-counts.ts';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { extraLinks } from '#ui/links/extra-links.ts';
import { Page } from '#ui/page/Page.tsx';
import { SystemAlarms } from './SystemAlarms.tsx';
import classes from './systems-page.module.css';

/** More rows than these are looked for, not read. */
const PER_PAGE = 50;

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
      {data !== undefined && data.length > 0 ? <SystemList systems={data} counts={counts} /> : null}
    </Page>
  );
}

interface SystemListProps {
  systems: readonly systems.System[];
  counts: ReadonlyMap<number, AssetAlarms> | undefined;
}

/** Narrowed by the names of systems and of their definitions, page by page. */
function SystemList({ systems: all, counts }: SystemListProps) {
  const { params, set } = useAddressParams();
  const search = params.get('search') ?? '';
  const wanted = search.trim().toLowerCase();
  const found = all.filter((system) =>
    [system.name, system.systemDefinition.name].some((name) => name.toLowerCase().includes(wanted)),
  );
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const asked = Number(params.get('page'));
  const page = Number.isSafeInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
  return (
    <>
      <SearchField
        className={classes.search ?? ''}
        label="Search systems"
        placeholder="Search systems"
        clearLabel="Clear the search"
        maxLength={255}
        value={search}
        onChange={(text) => set({ search: text, page: undefined })}
      />
      {found.length === 0 ? (
        <EmptyState title="No system matches.">
          The search looks in the names of systems and of their definitions.
        </EmptyState>
      ) : (
        <ul className={classes.systems} aria-label="Systems">
          {found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((system) => (
            <SystemRow key={system.systemId} system={system} counts={counts} />
          ))}
        </ul>
      )}
      <PageSteps page={page} pages={pages} onPage={(next) => set({ page: next === 1 ? undefined : String(next) })} />
    </>
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
