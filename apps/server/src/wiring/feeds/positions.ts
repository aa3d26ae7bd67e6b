import { PositionWriter } from '#features/assets/positions/position-writer.ts';
import { type ReportedPosition, ReportedPositions } from '#features/assets/positions/reported-positions.ts';
import { WriteBehind } from '#jobs/write-behind.ts';
import type { Foundation } from '../foundation.ts';
import type { Ingest } from '../ingest.ts';
import { tellOfWriting } from './written-behind.ts';

/** Assets move on the map with what they send (spec 3 §6: a change of coordinates by user or device). */
export function openPositions(
  { work, clock, log, news, health, metrics, closing }: Foundation,
  { registry, feeds, partitions, quarantine }: Pick<Ingest, 'registry' | 'feeds' | 'partitions' | 'quarantine'>,
): void {
  const writer = new PositionWriter({ work, events: news.assets, clock });
  const written = new WriteBehind<ReportedPosition>({
    write: (positions) => writer.write(positions),
    log,
    what: 'positions of assets',
  });
  tellOfWriting({ metrics, health }, 'positions', written);
  closing.defer(() => written.close());
  const positions = new ReportedPositions({
    deviceOf: (assetId) => registry.find(assetId),
    isHere: (assetId) => partitions?.owns(assetId) ?? true,
    onMoved: (position) => written.note(position),
    onNowhere: ({ assetId, serialNumber, latitude, longitude, setMs }, reason) => {
      const thing = { reason, label: null, timeMs: setMs, excerpt: `${latitude}, ${longitude}` };
      quarantine.add({ assetId }, serialNumber, [thing]);
    },
  });
  feeds.push(positions);
  news.assets.subscribe(({ kind, assetId }) => {
    if (kind === 'deleted') positions.forget(assetId);
  });
}
