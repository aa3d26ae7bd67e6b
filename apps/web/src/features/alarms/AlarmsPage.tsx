import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type alarmLists, permissionId } from '@telltale/contract';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { useAlarmSummary } from '#live/use-alarm-summary.ts';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useMay } from '#session/session-store.ts';
import { ActDialog, type AskedAct } from '#ui/alarms/ActDialog.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Page } from '#ui/page/Page.tsx';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import { ActBar } from './acts/ActBar.tsx';
import { useActs } from './acts/use-acts.ts';
import { countNarrowed, type ListAddress, type ListFilter, readAddress, writeAddress } from './alarm-address.ts';
import { CollapseButton } from './floods/CollapseButton.tsx';
import { useFloods, useIsCollapsed } from './floods/use-floods.ts';
import { AlarmGrid } from './list/AlarmGrid.tsx';
import { columnsOf } from './list/alarm-columns.tsx';
import { momentAddress } from './list/alarm-key.ts';
import { loadAll } from './list/load-all.ts';
import { useActiveRow } from './list/use-active-row.ts';
import { queryOf, useAlarmRows } from './list/use-alarm-rows.ts';
import { useSelection } from './list/use-selection.ts';
import { useAlarmKeys } from './use-alarm-keys.ts';
import { AlarmDetails } from './views/AlarmDetails.tsx';
import { AlarmFilters } from './views/AlarmFilters.tsx';
import { AlarmSearch } from './views/AlarmSearch.tsx';
import { ColumnsMenu } from './views/ColumnsMenu.tsx';
import { SavedViews } from './views/SavedViews.tsx';
import classes from './views/views.module.css';

type Line = alarmLists.ListedAlarm;

/** The alarms of all assets in sight: what is open, shelved and past, and what is done about it (decision 0221). */
export function AlarmsPage() {
  const { params, set } = useAddressParams();
  const [, navigate] = useLocation();
  const records = useQueryClient();
  const address = useMemo(() => readAddress(params), [params]);
  const { view, filter, hidden } = address;
  const zone = useOwnZone();
  const summary = useAlarmSummary();
  useWhyGestures();
  const mayAct = useMay(permissionId('Alarms', 'Modify'));
  const isCollapsed = useIsCollapsed(address);
  const rows = useAlarmRows(address, isCollapsed);
  const active = useActiveRow(rows);
  const selection = useSelection();
  const acts = useActs();
  const [asked, setAsked] = useState<{ act: AskedAct; lines: readonly Line[] }>();
  const [shown, setShown] = useState<Line>();
  const [areFiltersOpen, setFiltersOpen] = useState(() => countNarrowed(filter) > 0);
  const columns = useMemo(() => columnsOf(view, hidden), [view, hidden]);
  const narrowed = countNarrowed(filter);

  const write = (part: Partial<ListAddress>) => set(writeAddress({ ...address, ...part }));
  const change = (part: Partial<ListAddress>) => {
    active.goTo(0);
    if (part.view !== undefined) selection.clear();
    write(part);
  };
  const floods = useFloods(address, selection, write);
  const narrow = (part: ListFilter) => change({ filter: { ...filter, ...part } });
  const sort = (by: alarmLists.AlarmSort) => {
    const isSame = by === address.sort;
    if (isSame && address.direction === 'desc') change({ sort: 'priority', direction: 'asc' });
    else change({ sort: by, direction: isSame ? 'desc' : 'asc' });
  };
  const current = rows.rowAt(active.index);
  const run = async (request: Parameters<typeof acts.run>[0], lines: readonly Line[]) => {
    active.stay();
    if (await acts.run(request, lines)) selection.clear();
  };
  const linesToActOn = async () => {
    if (selection.size > 0) return selection.lines;
    if (current?.flood) return floods.linesOf(current.flood);
    return current ? [current] : [];
  };
  const act = async (kind: alarmLists.AlarmAct) => {
    if (!mayAct || acts.isBusy) return;
    const lines = await linesToActOn();
    if (lines.length === 0) return;
    if (kind === 'acknowledge' || kind === 'unshelve') void run({ act: kind }, lines);
    else setAsked({ act: kind, lines });
  };
  const selectAll = async () => {
    try {
      const { lines, total } = await loadAll(records, queryOf(address));
      selection.choose(lines);
      if (lines.length < total) toast(`The first ${lines.length} of ${total} are selected.`);
    } catch (error) {
      toast(`They could not be selected. ${messageOf(error)}`, 'error');
    }
  };
  const actOn = (kind: alarmLists.AlarmAct) => void act(kind);
  const show = (line: Line) => (line.flood ? floods.toggle(line.flood) : setShown(line));
  useAlarmKeys({ view, mayAct, active, current, onAct: actOn, onShow: show, onSelect: floods.select });

  return (
    <Page
      title="Alarms"
      head={
        <>
          <span className={classes.total}>
            {rows.listed === undefined ? '' : `${rows.listed.toLocaleString('en')} listed`}
          </span>
          <Link href="/alarms/health" className={classes.health}>
            Alarm health
          </Link>
        </>
      }
    >
      <PageTabs
        tabs={[
          { name: 'open', label: `Open${summary ? ` ${summary.open.toLocaleString('en')}` : ''}` },
          { name: 'shelved', label: `Shelved${summary ? ` ${summary.shelved.toLocaleString('en')}` : ''}` },
          { name: 'past', label: 'Past' },
        ]}
        shown={view}
        onShow={(name) => change({ view: name, sort: 'priority', direction: 'asc' })}
      >
        <div className={classes.tools}>
          <AlarmSearch value={filter.text} onChange={(text) => narrow({ text })} />
          <div className={classes.end}>
            {view !== 'shelved' ? <CollapseButton isCollapsed={isCollapsed} onChange={floods.setCollapsed} /> : null}
            <Button
              variant="default"
              leftSection={<IconFilter size={15} aria-hidden />}
              aria-expanded={areFiltersOpen}
              onClick={() => setFiltersOpen(!areFiltersOpen)}
            >
              {narrowed === 0 ? 'Filters' : `Filters (${narrowed})`}
            </Button>
            <ColumnsMenu view={view} hidden={hidden} onChange={(next) => change({ hidden: next })} />
            <SavedViews search={params.toString()} onOpen={(search) => navigate(`/alarms?${search}`)} />
          </div>
        </div>
        {areFiltersOpen ? <AlarmFilters filter={filter} isPast={view === 'past'} onChange={narrow} /> : null}
        <Pending query={rows.query} label="Loading the alarms" failure="The alarms could not be loaded." rows={14} />
        {rows.total === 0 ? <Empty view={view} isNarrowed={narrowed > 0 || filter.text !== undefined} /> : null}
        {rows.total !== undefined && rows.total > 0 ? (
          <AlarmGrid
            address={address}
            rows={rows}
            columns={columns}
            active={active}
            selection={selection}
            floods={floods}
            onSort={sort}
            onSelectAll={() => void selectAll()}
            onOpen={(line) => navigate(momentAddress(line))}
            onShow={setShown}
          />
        ) : null}
        <ActBar
          chosen={selection.size}
          hasLine={current !== undefined}
          view={view}
          mayAct={mayAct}
          isBusy={acts.isBusy}
          done={acts.done}
          onAct={actOn}
          onClear={selection.clear}
          onForget={acts.forget}
        />
      </PageTabs>
      {shown ? (
        <AlarmDetails
          line={shown}
          onComment={mayAct ? () => setAsked({ act: 'comment', lines: [shown] }) : undefined}
          onClose={() => setShown(undefined)}
        />
      ) : null}
      {asked ? (
        <ActDialog
          act={asked.act}
          what={whatOf(asked.lines)}
          zone={zone}
          onSubmit={(request) => {
            setAsked(undefined);
            void run(request, asked.lines);
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </Page>
  );
}

function whatOf(lines: readonly Line[]): string {
  const [first] = lines;
  return lines.length === 1 && first
    ? `${first.name} of ${first.assetName}`
    : `${lines.length.toLocaleString('en')} alarms`;
}

function Empty({ view, isNarrowed }: { view: alarmLists.AlarmView; isNarrowed: boolean }) {
  if (isNarrowed) return <EmptyState title="No alarm is like that.">Take a filter away to see more.</EmptyState>;
  if (view === 'open') return <EmptyState title="No alarm is open.">What is raised comes here by itself.</EmptyState>;
  if (view === 'shelved') return <EmptyState title="No alarm is shelved." />;
  return <EmptyState title="No alarm has ended yet." />;
}
