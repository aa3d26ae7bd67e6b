/** The schedule of a rig: 60 days of activity and depth at one value a second, as the portal works it out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetId, DataItemId } from '@telltale/contract';
import { openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import { ACTIVITY_ITEM, ActivityReader } from '@telltale/server/features/schedule/activity-reader.ts';
import { ScheduleService } from '@telltale/server/features/schedule/schedule-service.ts';

const DAYS = 15;
const SECONDS = DAYS * 86_400;
const START_MS = Date.UTC(2026, 0, 1);
const RIG = 1 as AssetId;
const DEPTH = 200 as DataItemId;
const TIMES = 40;

const folder = await mkdtemp(join(tmpdir(), 'telltale-schedule-'));
try {
  const historian = await openEmbeddedHistorian({ folder });
  for (let from = 0; from < SECONDS; from += 3_600) {
    const batch = new PointBatch();
    for (let second = from; second < from + 3_600; second++) {
      // Plug by plug: washing down for 70 minutes, milling for 50.
      const activity = second % 7_200 < 4_200 ? 3 : 2;
      const depth = Math.round(9_000 + 6_000 * Math.sin(second / 40_000));
      batch.add(seriesKey(RIG, ACTIVITY_ITEM), START_MS + second * 1000, activity, 192);
      batch.add(seriesKey(RIG, DEPTH), START_MS + second * 1000, depth, 192);
    }
    await historian.append(batch);
  }
  const reader = new ActivityReader({ historian, connections: async () => [] });
  const service = new ScheduleService({
    reader,
    requireVisible: async () => undefined,
    depthItem: async () => DEPTH,
    clock: { now: () => START_MS + (SECONDS + 86_400) * 1000 },
  });
  const range = { startMs: START_MS, endMs: START_MS + SECONDS * 1000 };
  const t0=performance.now();const ch=await historian.listChanges({key:seriesKey(RIG,ACTIVITY_ITEM),fromMs:range.startMs,toMs:range.endMs,most:1e5});const t1=performance.now();for(const c of ch)await historian.stateAt([seriesKey(RIG,DEPTH)],c.timeMs);const t2=performance.now();const ag=await historian.aggregate({keys:[seriesKey(RIG,DEPTH)],fromMs:range.startMs,toMs:range.endMs,bucketMs:900000,functions:['last']});const t3=performance.now();console.log(ch.length,t1-t0,t2-t1,t3-t2);
  const measure = async (name: string, refresh: boolean) => {
    const took: number[] = [];
    let segments = 0;
    for (let n = 0; n < TIMES; n++) {
      const start = performance.now();
      segments = (await service.list(undefined as never, RIG, { ...range, refresh })).length;
      took.push(performance.now() - start);
    }
    took.sort((a, b) => a - b);
    const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(2);
    console.log(`| ${name} | ${segments} | ${at(0.5)} | ${at(0.95)} |`);
  };
  console.log('| what | segments | median, ms | 95 %, ms |\n|---|---|---|---|');
  await measure(`${DAYS} days at 1 Hz, worked out`, true);
  await measure('the same, from what is kept', false);
  await historian.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
