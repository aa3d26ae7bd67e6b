import { Button, Select } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { alerts, isoTimeSchema } from '@telltale/contract';
import { useMemo } from 'react';
import { alertDeliveriesQuery, alertProblemsQuery, type DeliveryFilter } from '#api/alerts/alert-queries.ts';
import { LoadedList } from '#pages/listing/LoadedList.tsx';
import { Pending } from '#pages/Pending.tsx';
import { useAddressParams } from '#pages/use-address-params.ts';
import { channelWords, stateWords } from '#ui/alarms/alert-words.ts';
import classes from './alerts.module.css';
import { DeliveryTable } from './DeliveryTable.tsx';

const numberOf = (text: string | null) => (text !== null && /^\d+$/.test(text) ? Number(text) : undefined);

const timeOf = (text: string | null) => isoTimeSchema.safeParse(text).data;

function filterOf(params: URLSearchParams): DeliveryFilter {
  return {
    state: alerts.alertMessageStateSchema.safeParse(params.get('state')).data,
    channel: alerts.alertChannelSchema.safeParse(params.get('channel')).data,
    assetId: numberOf(params.get('assetId')),
    alarmDefinitionId: numberOf(params.get('alarm')),
    raised: timeOf(params.get('raised')),
  };
}

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Every message with what became of it, and who cannot be told. */
export function Deliveries() {
  const { params, set } = useAddressParams();
  const filter = useMemo(() => filterOf(params), [params]);
  const list = useInfiniteQuery(alertDeliveriesQuery(filter));
  const deliveries = useMemo(() => list.data?.pages.flatMap((page) => page.deliveries) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? 0;
  const isOfOne = filter.assetId !== undefined || filter.alarmDefinitionId !== undefined;
  return (
    <div className={classes.tab}>
      <Problems />
      <search className={classes.filters} aria-label="Filters">
        <Select
          label="State"
          placeholder="Any"
          data={choices(stateWords)}
          clearable
          value={filter.state ?? null}
          onChange={(state) => set({ state: state ?? undefined })}
        />
        <Select
          label="Way"
          placeholder="Any"
          data={choices(channelWords)}
          clearable
          value={filter.channel ?? null}
          onChange={(channel) => set({ channel: channel ?? undefined })}
        />
        {isOfOne ? (
          <Button variant="default" onClick={() => set({ assetId: undefined, alarm: undefined, raised: undefined })}>
            Show all assets
          </Button>
        ) : null}
        <span className={classes.count} role="status">
          {list.data ? `${deliveries.length.toLocaleString()} of ${total.toLocaleString()} messages` : ''}
        </span>
      </search>
      {list.data ? (
        <LoadedList list={list}>
          <DeliveryTable
            deliveries={deliveries}
            onOpen={({ assetId, alarmDefinitionId }) =>
              set({ assetId: String(assetId), alarm: String(alarmDefinitionId), raised: undefined })
            }
          />
        </LoadedList>
      ) : null}
      <Pending query={list} label="Loading the messages" failure="The messages could not be loaded." rows={12} />
    </div>
  );
}

/** Addresses that are dead, so that somebody mends them before the next alarm. */
function Problems() {
  const problems = useQuery(alertProblemsQuery);
  if (problems.data === undefined) {
    return (
      <Pending
        query={problems}
        label="Loading who cannot be told"
        failure="Who cannot be told could not be loaded."
        rows={1}
      />
    );
  }
  if (problems.data.length === 0) return null;
  return (
    <section aria-labelledby="alert-problems" className={`${classes.notice} ${classes.problems}`}>
      <h2 id="alert-problems" className={classes.noticeTitle}>
        These cannot be told of alarms
      </h2>
      <ul aria-label="Who cannot be told">
        {problems.data.map(({ to, channel, address, detail }) => (
          <li key={`${to} ${channel}`}>
            <strong>{to}</strong> by {channelWords[channel].toLowerCase()}
            {address === '' ? '' : ` (${address})`}: {detail}
          </li>
        ))}
      </ul>
    </section>
  );
}
