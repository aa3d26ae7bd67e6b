import { Button, Drawer } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type alarmLists, type alarms, permissionId } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import { whyOfAlarm } from '#actions/why.ts';
import { alarmStoryQuery } from '#api/asset-record-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useCauseText } from '#pages/use-cause-text.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useMay } from '#session/session-store.ts';
import { Facts } from '#ui/Facts.tsx';
import { stateWord } from '../list/alarm-columns.tsx';
import { momentAddress } from '../list/alarm-key.ts';
import classes from './views.module.css';
import { WhoWasTold } from './WhoWasTold.tsx';

const words: Readonly<Record<alarms.AlarmTransitionKind, string>> = {
  raised: 'Raised',
  again: 'Raised again',
  acknowledged: 'Acknowledged',
  escalated: 'Escalated',
  shelved: 'Shelved',
  unshelved: 'Brought back',
  closed: 'Closed',
  expired: 'Expired',
  commented: 'Comment',
};

interface AlarmDetailsProps {
  line: alarmLists.ListedAlarm;
  /** Absent for who may not. */
  onComment: (() => void) | undefined;
  onClose: () => void;
}

/** One alarm: what it says, and everything that happened to it on this asset, newest first. */
export function AlarmDetails({ line, onComment, onClose }: AlarmDetailsProps) {
  const { name, assetName, assetId, alarmDefinitionId, reason, severity, raised, count, shelved } = line;
  const zone = useOwnZone();
  const causeText = useCauseText();
  const mayAlerts = useMay(permissionId('Alerts', 'View'));
  const story = useInfiniteQuery(alarmStoryQuery(assetId, alarmDefinitionId));
  const happened = story.data?.pages.flatMap(({ transitions }) => transitions) ?? [];
  const at = (iso: string) => <time dateTime={iso}>{formatDateTime(Date.parse(iso), zone)}</time>;
  return (
    <Drawer opened onClose={onClose} position="right" size={480} title={`${name}, ${assetName}`}>
      <div className={classes.details}>
        {reason === '' ? null : <p className={classes.reason}>{reason}</p>}
        <Facts>
          <dt>State</dt>
          <dd>{stateWord(line)}</dd>
          <dt>Severity</dt>
          <dd>{severity}</dd>
          <dt>Raised</dt>
          <dd>
            {at(raised)}
            {count > 1 ? `, ${count} times` : ''}
          </dd>
          <dt>Cause</dt>
          <dd className={classes.cause} {...whyOfAlarm(line, line.lastRaised)}>
            {causeText(line) || '–'}
          </dd>
          {shelved ? (
            <>
              <dt>Shelved until</dt>
              <dd>
                {at(shelved.until)} by {shelved.user}
                {shelved.note === '' ? '' : `: ${shelved.note}`}
              </dd>
            </>
          ) : null}
        </Facts>
        <div className={classes.links}>
          <Button component={Link} href={momentAddress(line)}>
            Dashboard at that moment
          </Button>
          {onComment ? (
            <Button variant="default" onClick={onComment}>
              Comment
            </Button>
          ) : null}
        </div>
        {mayAlerts ? <WhoWasTold line={line} /> : null}
        <h2 className={classes.subtitle}>What happened</h2>
        <Pending query={story} label="Loading what happened" failure="What happened could not be loaded." rows={5} />
        <ol className={classes.story}>
          {happened.map(({ transitionId, kind, time, user, note }) => (
            <li key={transitionId}>
              {at(time)}
              <span>
                {words[kind]}
                {user === 'telltale' ? '' : ` by ${user}`}
                {note === '' ? null : <span className={classes.note}>{note}</span>}
              </span>
            </li>
          ))}
        </ol>
        {story.hasNextPage ? (
          <Button variant="default" loading={story.isFetchingNextPage} onClick={() => void story.fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
    </Drawer>
  );
}
