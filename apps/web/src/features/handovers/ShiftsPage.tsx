import { useQuery } from '@tanstack/react-query';
import { ownership } from '@telltale/contract';
import { Link } from 'wouter';
import { shiftsQuery } from '#api/events/handover-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useSessionStore } from '#session/session-store.ts';
import { Page } from '#ui/page/Page.tsx';
import classes from './handovers.module.css';
import { ShiftsForm } from './ShiftsForm.tsx';

/** When the shifts of an admin unit begin. */
export function ShiftsPage() {
  const { params } = useAddressParams();
  const ownUnit = useSessionStore((session) => session.user?.adminId) ?? ownership.ROOT_ADMIN_ID;
  const named = Number(params.get('unit'));
  const adminId = Number.isSafeInteger(named) && named > 0 ? named : ownUnit;
  const query = useQuery(shiftsQuery(adminId));
  return (
    <Page
      title="Shift times"
      columnWidth={640}
      head={
        <Link className={classes.headLink ?? ''} href={`/handovers?unit=${adminId}`}>
          Handovers
        </Link>
      }
    >
      <Pending
        query={query}
        label="Loading the shift times"
        failure="The shift times could not be loaded."
        rows={4}
        rowHeight={44}
      />
      {query.data ? <ShiftsForm key={adminId} plan={query.data} /> : null}
    </Page>
  );
}
