import { Button } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PERMISSION_CONFIGURATION, permissionId, type ReplyOf, type systems } from '@telltale/contract';
import { Link } from 'wouter';
import { systemPageQuery } from '#api/system-queries.ts';
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
import frame from '#ui/page/page.module.css';
import { SystemAlarms } from './SystemAlarms.tsx';
import classes from './systems-page.module.css';

/** More rows than these are looked for, not read. */
const PER_PAGE = 50;
/** The longest search that the portal takes. */
const MOST_CHARACTERS = 255;

/** The systems in sight, each with the way to its dashboard (spec 2 §2.9); the portal looks for them, a page at a time. */
export function SystemsPage() {
  const mayView = useMay(permissionId('Systems', 'View'));
  const { params, set } = useAddressParams();
  const search = (params.get('search') ?? '').slice(0, MOST_CHARACTERS);
  const asked = Number(params.get('page'));
  const page = Number.isSafeInteger(asked) && asked >= 1 && asked < 1_000_000 ? asked : 1;
  const wanted = { search: search.trim(), limit: PER_PAGE, offset: (page - 1) * PER_PAGE };
  const list = useQuery({ ...systemPageQuery(wanted), enabled: mayView });
  const { data } = list;
  const counts = useAlarmCounts();
  const toPage = (next: number) => set({ page: next === 1 ? undefined : String(next) });
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
      {data?.all === 0 ? <NoSystems /> : null}
      {data !== undefined && data.all > 0 ? (
        <>
          <div className={classes.head}>
            <SearchField
              className={classes.search ?? ''}
              label="Search systems"
              placeholder="Search systems"
              clearLabel="Clear the search"
              maxLength={MOST_CHARACTERS}
              value={search}
              onChange={(text) => set({ search: text, page: undefined })}
            />
            <span className={frame.count} role="status" aria-label="Systems shown">
              {data.total === data.all ? '' : `${data.total.toLocaleString('en')} of `}
              {data.all.toLocaleString('en')} {data.all === 1 ? 'system' : 'systems'}
            </span>
          </div>
          <Found found={data} isBeyond={page > 1} onFirst={() => toPage(1)} counts={counts} />
          <PageSteps page={page} pages={Math.ceil(data.total / PER_PAGE)} onPage={toPage} />
        </>
      ) : null}
    </Page>
  );
}

interface FoundProps {
  found: ReplyOf<typeof systems.listSystemPage>;
  /** The address asks for a page behind the first. */
  isBeyond: boolean;
  onFirst: () => void;
  counts: ReadonlyMap<number, AssetAlarms> | undefined;
}

function Found({ found, isBeyond, onFirst, counts }: FoundProps) {
  if (found.total === 0) {
    return (
      <EmptyState title="No system matches.">
        The search looks in the names of systems and of their definitions.
      </EmptyState>
    );
  }
  if (found.systems.length === 0 && isBeyond) {
    return (
      <EmptyState title="There are not so many pages.">
        <Button variant="default" onClick={onFirst}>
          To the first page
        </Button>
      </EmptyState>
    );
  }
  return (
    <ul className={classes.systems} aria-label="Systems">
      {found.systems.map((system) => (
        <SystemRow key={system.systemId} system={system} counts={counts} />
      ))}
    </ul>
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
