import type { assets } from '@telltale/contract';
import { formatDuration } from '@telltale/domain/format/age.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { Facts } from '#ui/Facts.tsx';
import { Age } from '#ui/feedback/Age.tsx';

/** Whether the asset is connected, since when it was heard of, and when it counts as offline. */
export function ConnectionFacts({ asset }: { asset: assets.Asset }) {
  const zone = useOwnZone();
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
