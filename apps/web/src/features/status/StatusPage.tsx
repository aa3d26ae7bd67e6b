import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#api/api-error.ts';
import { statusQuery } from '#api/portal/status-query.ts';
import { AdministrationLinks } from '#pages/administration/AdministrationLinks.tsx';
import { Pending } from '#pages/Pending.tsx';
import { LineNote } from '#ui/feedback/LineNote.tsx';
import { Page } from '#ui/page/Page.tsx';
import { Broker } from './Broker.tsx';
import { Health } from './Health.tsx';
import { Ingest } from './Ingest.tsx';
import { Misbehaving, SlowCalls } from './Lists.tsx';
import { Nodes } from './Nodes.tsx';
import { Storage } from './Storage.tsx';
import classes from './status.module.css';
import { atNode } from './status-words.ts';

/** How the portal itself is, for whoever runs it. */
export function StatusPage() {
  const query = useQuery(statusQuery);
  const { data, error, dataUpdatedAt } = query;
  const place = atNode(data?.cluster ?? null);
  return (
    <Page title="Status" columnWidth={1_100} head={<AdministrationLinks here="/status" />}>
      <Pending query={query} label="Loading the status" failure="The status could not be loaded." rows={8} />
      {data === undefined ? null : (
        <>
          {error === null ? null : <LineNote>{`This is not of now: ${messageOf(error)}`}</LineNote>}
          <Health status={data} place={place} nowMs={dataUpdatedAt} />
          <div className={classes.parts}>
            <Ingest status={data} place={place} />
            <Storage status={data} place={place} nowMs={dataUpdatedAt} />
          </div>
          {data.cluster === null ? null : <Nodes cluster={data.cluster} nowMs={dataUpdatedAt} />}
          {data.broker === null ? null : <Broker broker={data.broker} nowMs={dataUpdatedAt} />}
          <Misbehaving devices={data.devices} place={place} />
          <SlowCalls calls={data.calls} place={place} />
        </>
      )}
    </Page>
  );
}
