import { ADMIN_MODIFY } from '@telltale/contract';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page/Page.tsx';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import { Deliveries } from './Deliveries.tsx';

const Ways = lazyPart(async () => (await import('./ways/Ways.tsx')).Ways);

const tabs = [
  { name: 'messages', label: 'Messages' },
  { name: 'ways', label: 'Webhooks and texts' },
] as const;

/** Whom the portal told of alarms and whether it arrived, and where machines and phones are told. */
export function AlertsPage() {
  const isAdministrator = useMay(ADMIN_MODIFY);
  const { params, set } = useAddressParams();
  if (!isAdministrator) {
    return (
      <Page title="Alerts">
        <Deliveries />
      </Page>
    );
  }
  const shown = params.get('tab') === 'ways' ? 'ways' : 'messages';
  return (
    <Page title="Alerts" head={<AdministrationLinks here="/alerts" />}>
      <PageTabs
        tabs={tabs}
        shown={shown}
        onShow={(tab) => set({ tab: tab === 'ways' ? tab : undefined, state: undefined, channel: undefined })}
      >
        {shown === 'ways' ? <Ways /> : <Deliveries />}
      </PageTabs>
    </Page>
  );
}
