import { useQuery } from '@tanstack/react-query';
import { customersSchema, jobListsSchema, permissionId } from '@telltale/contract';
import { Redirect, useSearch } from 'wouter';
import { assetListQuery } from '#api/asset-queries.ts';
import { configQuery } from '#api/config-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { loginPath } from '#session/return-path.ts';
import { useMay, useSessionStore } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Loading } from '#ui/feedback/Loading.tsx';
import { Page } from '#ui/page/Page.tsx';
import { Wizard } from './Wizard.tsx';

/**
 * The wizard that opens a job of a snubbing unit (spec 2 §2.8). Its address is open to anyone: without a session it leads
 * to the login and back (spec 3 §14).
 */
export function JobWizardPage() {
  const state = useSessionStore((session) => session.state);
  const search = useSearch();
  if (state === 'unknown') return <Loading label="Loading" />;
  if (state === 'invalid') return <Redirect to={loginPath(search ? `/dwsjob?${search}` : '/dwsjob')} replace />;
  return (
    <Page title="New job" columnWidth={980}>
      <WizardOfUser />
    </Page>
  );
}

function WizardOfUser() {
  const userId = useSessionStore(({ user }) => user?.userId) ?? 0;
  const mayCreate = useMay(permissionId('Jobs', 'Create'));
  const mayModify = useMay(permissionId('Jobs', 'Modify'));
  const mayOpen = mayCreate && mayModify;
  const assets = useQuery({ ...assetListQuery, enabled: mayOpen });
  const customers = useQuery({ ...configQuery('customers', customersSchema), enabled: mayOpen });
  const lists = useQuery({ ...configQuery('jobs', jobListsSchema), enabled: mayOpen });
  if (!mayOpen) {
    return (
      <EmptyState title="You are missing permissions to open jobs.">
        Ask an administrator for the permissions JobsCreate and JobsModify, then reload.
      </EmptyState>
    );
  }
  const pending = [assets, customers, lists].find(({ data, error }) => data === undefined && error !== null) ?? assets;
  if (!assets.data || !customers.data || !lists.data) {
    return (
      <Pending
        query={{ ...pending, data: undefined, refetch: () => void pending.refetch() }}
        label="Loading the form"
        failure="The form could not be loaded."
        rows={6}
        rowHeight={56}
      />
    );
  }
  return (
    <Wizard key={userId} userId={userId} assets={assets.data} lists={{ ...lists.data, customers: customers.data }} />
  );
}
