import { useInfiniteQuery } from '@tanstack/react-query';
import type { alarms } from '@telltale/contract';
import { whyOfAlarm } from '#actions/why.ts';
import { recentTransitionsQuery } from '#api/asset-record-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useCauseText } from '#pages/use-cause-text.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MoreOf } from './MoreOf.tsx';
import { RecordRow } from './RecordRow.tsx';
import classes from './records.module.css';

const words: Readonly<Record<alarms.AlarmTransitionKind, string>> = {
  raised: 'Raised',
  again: 'Raised again',
  acknowledged: 'Acknowledged',
  escalated: 'Escalated',
  shelved: 'Shelved',
  unshelved: 'Back from the shelf',
  closed: 'Closed',
  expired: 'Expired',
  commented: 'Comment',
};

/** What happened to the alarms of the asset, newest first. */
export function RecentTransitions({ assetId }: { assetId: number }) {
  useWhyGestures();
  const causeText = useCauseText();
  const palette = usePalette();
  const query = useInfiniteQuery(recentTransitionsQuery(assetId));
  const list = query.data?.pages.flatMap(({ transitions }) => transitions) ?? [];
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h3>Recent transitions</h3>
      </div>
      <Pending
        query={query}
        label="Loading the transitions"
        failure="The transitions could not be loaded."
        rows={4}
        rowHeight={48}
      />
      {query.data && list.length === 0 ? <EmptyState title="No alarm was ever raised." /> : null}
      <ul className={classes.list} aria-label="Recent transitions">
        {list.map(
          ({ transitionId, alarmDefinitionId, name, severity, kind, time, user, note, cause, causeNumbers }) => (
            <RecordRow
              key={transitionId}
              mark={
                <span
                  className={classes.dot}
                  data-hollow={kind === 'closed' || kind === 'expired'}
                  style={
                    kind === 'closed' || kind === 'expired'
                      ? { borderColor: severityFill(palette, severity) }
                      : { background: severityFill(palette, severity) }
                  }
                />
              }
              title={name}
              time={time}
            >
              <span className={classes.note}>
                {words[kind]} by {user}
                {note === '' ? '' : `: ${note}`}
              </span>
              {(kind === 'raised' || kind === 'again') && cause !== '' ? (
                <span className={classes.note} {...whyOfAlarm({ assetId, alarmDefinitionId, causeNumbers }, time)}>
                  {causeText({ cause, causeNumbers })}
                </span>
              ) : null}
            </RecordRow>
          ),
        )}
      </ul>
      <MoreOf query={query} />
    </section>
  );
}
