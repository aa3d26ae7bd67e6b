import { useQuery } from '@tanstack/react-query';
import type { WhyAlarm } from '#actions/why.ts';
import { valuesOfAlarmQuery } from '#api/why-query.ts';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { WhyValues } from './WhyValues.tsx';

/** What the condition of an alarm reads, as it was when the alarm was raised. */
export function ValuesOfAlarm({ alarm, atMs }: { alarm: WhyAlarm; atMs: number | undefined }) {
  const query = useQuery(valuesOfAlarmQuery(alarm));
  return (
    <>
      <Pending
        query={query}
        label="Loading what the alarm goes by"
        failure="What the alarm goes by could not be loaded."
        rows={6}
      />
      {query.data?.length === 0 ? <EmptyState title="The condition of this alarm reads no data item." /> : null}
      {query.data ? (
        <WhyValues items={query.data.map((dataItemId) => ({ assetId: alarm.assetId, dataItemId }))} atMs={atMs} />
      ) : null}
    </>
  );
}
