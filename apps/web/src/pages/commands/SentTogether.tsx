import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type commands, permissionId } from '@telltale/contract';
import { assetListQuery } from '#api/asset-queries.ts';
import { sentTogetherQuery } from '#api/command-queries.ts';
import { useMay } from '#session/session-store.ts';
import classes from './commands.module.css';
import { useCommandActs } from './use-command-acts.ts';
import { useSendDecision } from './use-send-decision.ts';

/** A command that was sent to several assets at once: one word on all of it that has not gone out. */
export function SentTogether({ command }: { command: commands.Command }) {
  const { data } = useQuery(sentTogetherQuery(command));
  const assetList = useQuery({ ...assetListQuery, enabled: useMay(permissionId('Assets', 'View')) }).data;
  const { mayRelease, mayRefuse, isOwn } = useCommandActs();
  const nameOf = (assetId: number) => {
    const asset = assetList?.find((one) => one.assetId === assetId);
    return asset?.assetAlias || asset?.serialNumber || `asset ${assetId}`;
  };
  const { isBusy, decide } = useSendDecision(nameOf);
  const together = (data?.commands ?? []).filter(
    (one) => one.userId === command.userId && one.command === command.command,
  );
  const toRelease = together.filter(mayRelease);
  const toRefuse = together.filter(mayRefuse);
  if (toRefuse.length < 2) return null;
  const isForAll = toRefuse.length === together.length;
  return (
    <section className={classes.together} aria-label="Sent at once">
      <p className={classes.hint}>
        It was sent to {together.length.toLocaleString()} assets at once, and has{' '}
        {isForAll ? 'gone out to none of them.' : `not gone out to ${toRefuse.length.toLocaleString()} of them.`}
      </p>
      <div className={classes.actions}>
        {toRelease.length > 1 ? (
          <Button size="compact-sm" loading={isBusy} onClick={() => void decide('release', toRelease)}>
            Release all {toRelease.length}
          </Button>
        ) : null}
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void decide('refuse', toRefuse)}>
          {isOwn(command) ? 'Take back' : 'Refuse'} all {toRefuse.length}
        </Button>
      </div>
    </section>
  );
}
