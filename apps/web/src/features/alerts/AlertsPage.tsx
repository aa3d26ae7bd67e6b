import { ADMIN_MODIFY } from '@telltale/contract';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { useMay } from '#session/session-store.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Page } from '#ui/page/Page.tsx';
import { PageTabs } from '#ui/page/PageTabs.tsx';
import { Deliveries } from './Deliveries.tsx';

const Ways = lazyPart(async () => (await import('./ways/Ways.tsx')).Ways);
const Escalations = lazyPart(async () => (await import('./escalation/Escalations.tsx')).Escalations);
const WhoIsTold = lazyPart(async () => (await import('./coverage/WhoIsTold.tsx')).WhoIsTold);
const Gaps = lazyPart(async () => (await import('./coverage/Gaps.tsx')).Gaps);
const OnCall = lazyPart(async () => (await import('./oncall/OnCall.tsx')).OnCall);

const tabs = [
  { name: 'messages', label: 'Messages', tab: <Deliveries /> },
  { name: 'told', label: 'Who is told', tab: <WhoIsTold /> },
  { name: 'gaps', label: 'Gaps', tab: <Gaps /> },
  { name: 'escalation', label: 'Escalation', tab: <Escalations /> },
  { name: 'oncall', label: 'On call', tab: <OnCall /> },
  { name: 'ways', label: 'Webhooks and texts', tab: <Ways /> },
] as const;

/** Where machines are told, and how each person is, is for administrators. */
const OF_ADMINISTRATORS: ReadonlySet<string> = new Set(['told', 'gaps', 'ways']);

/** Whom the portal told of alarms and whether it arrived, who is told next, who is on call, and where machines and phones are told. */
export function AlertsPage() {
  const isAdministrator = useMay(ADMIN_MODIFY);
  const { params, set } = useAddressParams();
  const seen = isAdministrator ? tabs : tabs.filter(({ name }) => !OF_ADMINISTRATORS.has(name));
  const shown = seen.find(({ name }) => name === params.get('tab')) ?? tabs[0];
  return (
    <Page title="Alerts" head={isAdministrator ? <AdministrationLinks here="/alerts" /> : undefined}>
      <PageTabs
        tabs={seen}
        shown={shown.name}
        onShow={(tab) =>
          set({
            tab: tab === 'messages' ? undefined : tab,
            ...{ state: undefined, channel: undefined, group: undefined },
            ...{ search: undefined, page: undefined, of: undefined, kind: undefined },
          })
        }
      >
        {shown.tab}
      </PageTabs>
    </Page>
  );
}
