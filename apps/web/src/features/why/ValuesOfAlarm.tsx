import { useQuery } from '@tanstack/react-query';
import type { WhyAlarm } from '#actions/why.ts';
import { valuesOfAlarmQuery } from '#api/why-query.ts';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { WhyValues } from './WhyValues.tsx';
import classes from './why.module.css';

/**
 * What raised an alarm, as it was then: what its cause names, and behind that what its condition reads otherwise, as it is
 * in force now. Where it is not told what the cause names, it says so: the condition may have been another one then.
 */
export function ValuesOfAlarm({ alarm, atMs }: { alarm: WhyAlarm; atMs: number | undefined }) {
  const query = useQuery(valuesOfAlarmQuery(alarm));
  const { assetId, dataItemIds: named = [] } = alarm;
  const others = query.data?.filter((dataItemId) => !named.includes(dataItemId)) ?? [];
  const items = [
    ...named.map((dataItemId) => ({ assetId, dataItemId })),
    ...others.map((dataItemId) => ({ assetId, dataItemId, what: 'read by its condition now' })),
  ];
  return (
    <>
      {named.length === 0 || query.isError ? (
        <Pending
          query={query}
          label="Loading what the alarm goes by"
          failure="What the alarm goes by could not be loaded."
          rows={6}
        />
      ) : null}
      {query.data && items.length === 0 ? <EmptyState title="The condition of this alarm reads no data item." /> : null}
      {named.length === 0 && items.length > 0 ? (
        <p className={classes.lead}>
          Which data items its cause names is not known here: this is what its condition reads now, as it was then.
        </p>
      ) : null}
      <WhyValues items={items} atMs={atMs} />
    </>
  );
}
