import type { assets } from '@telltale/contract';
import { formatDuration } from '@telltale/domain/format/age.ts';
import { Facts } from '#ui/Facts.tsx';
import { Age } from '#ui/feedback/Age.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the asset is connected, since when it was heard of, and when it counts as offline. */
export function ConnectionFacts({ asset }: { asset: assets.Asset }) {
  const { connected, lastcontact, pingrate } = asset.connection;
  return (
    <Facts>
      <dt>State</dt>
      <dd>{connected ? 'Connected' : lastcontact === null ? 'Never heard of' : 'Offline'}</dd>
      <dt>Last contact</dt>
      <dd>{lastcontact === null ? '–' : <Age timeMs={Date.parse(lastcontact)} zone={zone} />}</dd>
      <dt>Mark offline after</dt>
      <dd>{formatDuration(pingrate)}</dd>
    </Facts>
  );
}
