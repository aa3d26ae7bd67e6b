import type { DataItemSelection } from '@telltale/contract';
import { usePastMs } from '#tile-kit/dashboard-time.ts';
import { useReadings } from '#tile-kit/readings/use-reading.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { Age } from '#ui/feedback/Age.tsx';

interface NoDataNoteProps {
  selections: readonly DataItemSelection[];
  zone: string;
}

/** Says of a period without points how far back the last value lies: silence since an hour reads differently from none ever. */
export function NoDataNote({ selections, zone }: NoDataNoteProps) {
  const toMs = usePastMs();
  const times = useReadings(selections).flatMap(({ timestamp }) => timestamp ?? []);
  const hint =
    times.length === 0 ? undefined : (
      <>
        The last value came <Age timeMs={Math.max(...times)} zone={zone} toMs={toMs} />.
      </>
    );
  return <TileMessage hint={hint}>No data in this period</TileMessage>;
}
