import { useQuery } from '@tanstack/react-query';
import { type alarmHealth, permissionId, type ReplyOf } from '@telltale/contract';
import { Link } from 'wouter';
import { useMay } from '#session/session-store.ts';
import { durationText } from '#tile-kit/alarm-overrides/backtest-text.ts';
import { Facts } from '#ui/Facts.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Loading } from '#ui/feedback/Loading.tsx';
import { ModelessPanel } from '#ui/page/ModelessPanel.tsx';
import { alarmCuresQuery } from '../health-queries.ts';
import { kindWords } from '../kinds.ts';
import { CureChoice } from './CureChoice.tsx';
import classes from './cure.module.css';

export type Study = ReplyOf<typeof alarmHealth.findAlarmCures>;

interface CurePanelProps {
  alarm: alarmHealth.AlarmHealth;
  times: { from: string; to: string };
  onClose: () => void;
}

/** One alarm of the ranking: what it did, and what would cure it. */
export function CurePanel({ alarm, times, onClose }: CurePanelProps) {
  const mayRead = useMay(permissionId('HistoricalDataItems', 'View'));
  const { alarmDefinitionId, assetDefinitionId, assetDefinitionName, name, severity, kinds } = alarm;
  const { worst, together, longestSeconds } = alarm;
  return (
    <ModelessPanel title={name} onClose={onClose}>
      <div className={classes.panel}>
        <Facts>
          <dt>Definition</dt>
          <dd>{assetDefinitionName}</dd>
          <dt>Severity</dt>
          <dd>{severity}</dd>
          <dt>What is wrong</dt>
          <dd>{kinds.map((one) => kindWords[one]).join(', ') || 'Nothing that stands out'}</dd>
          <dt>Longest</dt>
          <dd>{durationText(longestSeconds)}</dd>
          <dt>Most often on</dt>
          <dd>
            {worst.map(({ assetId, assetName, alarms }) => (
              <span key={assetId} className={classes.asset}>
                <Link href={`/assets/${assetId}/dashboard`}>{assetName}</Link> {alarms.toLocaleString('en')}
              </span>
            ))}
          </dd>
          {together.length > 0 ? (
            <>
              <dt>Acted on with</dt>
              <dd>{together.map((one) => `${one.name}, ${one.times} times`).join('; ')}</dd>
            </>
          ) : null}
        </Facts>
        <p className={classes.links}>
          <Link href={`/alarms?view=past&definition=${assetDefinitionId}&alarm=${alarmDefinitionId}`}>
            Its past alarms
          </Link>
        </p>
        {mayRead ? (
          <Cures alarm={alarm} times={times} />
        ) : (
          <p className={classes.hint}>You are missing permissions to view history, from which cures are told.</p>
        )}
      </div>
    </ModelessPanel>
  );
}

function Cures({ alarm, times }: Omit<CurePanelProps, 'onClose'>) {
  const query = useQuery(alarmCuresQuery({ alarmDefinitionId: alarm.alarmDefinitionId, ...times }));
  const { data, error } = query;
  if (error) {
    return (
      <ErrorState title="No cure could be looked for." message={error.message} onRetry={() => void query.refetch()} />
    );
  }
  if (!data) return <Loading label="Trying changes on recorded history" />;
  return (
    <section aria-label="What would cure it" className={classes.cures}>
      <h3 className={classes.title}>What would cure it</h3>
      <p className={classes.hint}>{studyText(data)}</p>
      {data.cures.length === 0 ? (
        <p role="status" className={classes.none}>
          {data.outcome.noise === 0
            ? 'Recorded history shows no alarm that nobody acted on: there is nothing to take away.'
            : 'No delay, deadband or threshold takes noise away and keeps every alarm that somebody acted on.'}
        </p>
      ) : null}
      {data.cures.map((cure, i) => (
        <CureChoice key={cure.kind} alarm={alarm} cure={cure} study={data} isBest={i === 0} />
      ))}
    </section>
  );
}

/** What the cures were told from. */
function studyText({ outcome, assets, ofAssets, kept, unseen, from, to }: Study): string {
  const days = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000));
  const span = days === 1 ? 'the last 24 hours' : `the last ${days} days`;
  const where = assets === ofAssets ? assetsText(assets) : `${assets} of ${assetsText(ofAssets)}`;
  const missed =
    unseen === 0
      ? ''
      : ` ${alarmsText(unseen)} that somebody acted on, but that history does not show again, cannot be judged.`;
  return `Tried on the recorded history of ${where} over ${span}: the rule in force raised ${alarmsText(outcome.alarms)}, of which nobody acted on ${outcome.noise.toLocaleString('en')}. ${keptText(kept)}${missed}`;
}

const assetsText = (count: number) => (count === 1 ? '1 asset' : `${count.toLocaleString('en')} assets`);
const alarmsText = (count: number) => (count === 1 ? '1 alarm' : `${count.toLocaleString('en')} alarms`);

function keptText(kept: number): string {
  if (kept === 0) return 'Nobody acted on any.';
  return `Each change below keeps ${kept === 1 ? 'the one' : `all ${kept}`} that somebody acted on.`;
}
