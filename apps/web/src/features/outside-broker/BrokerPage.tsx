import { useQuery } from '@tanstack/react-query';
import { outsideBrokerQuery } from '#api/portal/broker-queries.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { Pending } from '#pages/Pending.tsx';
import { Page } from '#ui/page/Page.tsx';
import { BrokerState } from './BrokerState.tsx';
import { RuleBench } from './RuleBench.tsx';

/** The plant's own MQTT broker: how the portal stands with it, and by which rules its topics become values. */
export function BrokerPage() {
  const query = useQuery(outsideBrokerQuery);
  const { data } = query;
  return (
    <Page title="MQTT broker" columnWidth={1_300} head={<AdministrationLinks here="/broker" />}>
      <Pending query={query} label="Loading the broker" failure="The broker could not be loaded." rows={6} />
      {data === undefined ? null : (
        <>
          <BrokerState broker={data} />
          <RuleBench stored={data.file.rules} version={data.version} isThere={data.connection !== null} />
        </>
      )}
    </Page>
  );
}
