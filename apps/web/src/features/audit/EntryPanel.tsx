import { Button, Drawer } from '@mantine/core';
import type { operations } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import type { JournalFilter } from '#api/journal-queries.ts';
import { ChangeList } from '#pages/changes/ChangeList.tsx';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Facts } from '#ui/Facts.tsx';
import classes from './audit.module.css';
import { subjectOf } from './entry-subject.ts';

interface EntryPanelProps {
  entry: operations.JournalEntry;
  assetName: string | undefined;
  onFilter: (part: JournalFilter) => void;
  onClose: () => void;
}

/** One entry: who, when, from where, to what, and what was before and after. */
export function EntryPanel({ entry, assetName, onFilter, onClose }: EntryPanelProps) {
  const zone = useOwnZone();
  const { journalId, time, user, kind, what, assetId, address } = entry;
  const timeMs = Date.parse(time);
  const { name, href } = subjectOf(entry);
  return (
    <Drawer opened onClose={onClose} position="right" size={560} title={what} transitionProps={{ duration: 160 }}>
      <Facts>
        <dt>When</dt>
        <dd>
          <time dateTime={time}>{`${formatDateTime(timeMs, zone)} ${zoneName(timeMs, zone)}`}</time>
        </dd>
        <dt>Who</dt>
        <dd>
          {user}
          {address === '' ? '' : ` from ${address}`}
        </dd>
        <dt>Kind</dt>
        <dd>{kind}</dd>
        {assetId === null ? null : (
          <>
            <dt>Asset</dt>
            <dd>{assetName ?? `${assetId}, which is gone or out of sight`}</dd>
          </>
        )}
        {name === undefined && href === undefined ? null : (
          <>
            <dt>About</dt>
            <dd>{href === undefined ? name : <Link href={href}>{name ?? 'Open it'}</Link>}</dd>
          </>
        )}
        <dt>Entry</dt>
        <dd>{journalId}</dd>
      </Facts>
      <h2 className={classes.subtitle}>Before and after</h2>
      <ChangeList before={entry.before} after={entry.after} />
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onFilter({ user })}>
          All by {user}
        </Button>
        {assetId === null ? null : (
          <Button variant="default" onClick={() => onFilter({ assetId })}>
            All of this asset
          </Button>
        )}
        <CopyButton text={JSON.stringify(entry, null, 2)} what="entry as JSON" />
      </div>
    </Drawer>
  );
}
