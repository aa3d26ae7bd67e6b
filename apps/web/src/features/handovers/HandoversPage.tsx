import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { handovers, ownership, permissionId } from '@telltale/contract';
import { Link, useLocation } from 'wouter';
import { refusalOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { HANDOVERS_PER_PAGE, handoverListQuery } from '#api/events/handover-queries.ts';
import { adminUnitsQuery } from '#api/ownership-queries.ts';
import { queryKeys } from '#api/query-keys.ts';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { Page } from '#ui/page/Page.tsx';
import { spanText, stateWords } from './handover-words.ts';
import classes from './handovers.module.css';

/** What each shift told the next: the one that runs, and the earlier ones. */
export function HandoversPage() {
  const { params, set } = useAddressParams();
  const records = useQueryClient();
  const [, navigate] = useLocation();
  const ownUnit = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const adminId = idOf(params.get('unit')) ?? ownUnit;
  const page = idOf(params.get('page')) ?? 1;
  const query = useQuery(handoverListQuery(adminId, (page - 1) * HANDOVERS_PER_PAGE));
  const units = useQuery({ ...adminUnitsQuery, enabled: useMay(permissionId('AdminUnits', 'View')) }).data ?? [];
  const mayBegin = useMay(permissionId('Events', 'Create'));
  const mayShifts = useMay(permissionId('AdminUnits', 'Modify'));
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / HANDOVERS_PER_PAGE));
  const form = useSubmit(() =>
    refusalOf(
      (async () => {
        const { handoverId } = await callApi(handovers.beginHandover, { params: { adminId } });
        await records.invalidateQueries({ queryKey: queryKeys.handovers });
        navigate(`/handovers/${handoverId}`);
      })(),
    ),
  );

  return (
    <Page
      title="Handovers"
      columnWidth={860}
      head={
        <div className={classes.head}>
          {units.length > 1 ? (
            <NativeSelect
              aria-label="Admin unit"
              value={String(adminId)}
              data={units.map((unit) => ({ value: String(unit.adminId), label: unit.adminName }))}
              onChange={({ currentTarget }) =>
                set({
                  unit: Number(currentTarget.value) === ownUnit ? undefined : currentTarget.value,
                  page: undefined,
                })
              }
            />
          ) : null}
          {mayShifts ? (
            <Link href={adminId === ownUnit ? '/handovers/shifts' : `/handovers/shifts?unit=${adminId}`}>
              Shift times
            </Link>
          ) : null}
        </div>
      }
    >
      <Pending
        query={query}
        label="Loading the handovers"
        failure="The handovers could not be loaded."
        rows={6}
        rowHeight={56}
      />
      {query.data?.total === 0 ? (
        <EmptyState title="No shift was handed over yet.">
          {mayBegin ? (
            <form onSubmit={form.onSubmit} className={classes.begin}>
              <p>
                The first one begins with the shift that runs; each next one begins by itself, where the one before
                ended.
              </p>
              <Button type="submit" loading={form.isBusy}>
                Begin the first
              </Button>
              {form.problem ? <p role="alert">{form.problem}</p> : null}
            </form>
          ) : (
            'Somebody who may create events begins the first one.'
          )}
        </EmptyState>
      ) : null}
      <ul className={classes.list} aria-label="Handovers">
        {query.data?.handovers.map((handover) => (
          <li key={handover.handoverId} className={classes.item} data-state={handover.state}>
            <Link href={`/handovers/${handover.handoverId}`} className={classes.itemName ?? ''}>
              {handover.shift}, {spanText(handover)}
            </Link>
            <span className={classes.dim}>{stateWords(handover)}</span>
          </li>
        ))}
      </ul>
      <PageSteps page={page} pages={pages} onPage={(next) => set({ page: String(next) })} />
    </Page>
  );
}

function idOf(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
