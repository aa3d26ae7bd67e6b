import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { AssetId } from '@telltale/contract';
import { decodeFrame } from '@telltale/server/cluster/points/point-frame.ts';
import { POINT_STREAM } from '@telltale/server/cluster/points/point-stream.ts';

/** What was acknowledged stands in the stream by then, also where its device sent it again. */
const SENT_BY_MS = 60_000;

/**
 * Where values of these times of an asset stand in the stream of points: each message of the stream is asked for by its
 * number, so that what a consumer passed over is found, too. What is missing is on no server.
 */
export async function placesInStream(
  url: string,
  assetId: AssetId,
  timesMs: readonly number[],
): Promise<Map<number, number[]>> {
  const connection = await connect({ servers: url.replaceAll('nats://', '').split(',') });
  try {
    const { streams } = await jetstreamManager(connection);
    const { first_seq, last_seq } = (await streams.info(POINT_STREAM)).state;
    const [fromMs, toMs] = [Math.min(...timesMs), Math.max(...timesMs) + SENT_BY_MS];
    let from = first_seq;
    for (let until = last_seq; from < until; ) {
      const middle = Math.floor((from + until) / 2);
      const found = await streams.getMessage(POINT_STREAM, { seq: middle });
      if (found && found.time.getTime() < fromMs) from = middle + 1;
      else until = middle;
    }
    const places = new Map<number, number[]>(timesMs.map((timeMs) => [timeMs, []]));
    for (let seq = from; seq <= last_seq; seq++) {
      const message = await streams.getMessage(POINT_STREAM, { seq });
      if (!message) continue;
      if (message.time.getTime() > toMs) break;
      if (message.data.length === 0) continue;
      const points = decodeFrame(message.data).flatMap((one) => (one.assetId === assetId ? one.points : []));
      for (const timeMs of new Set(points.map((point) => point.timeMs))) places.get(timeMs)?.push(seq);
    }
    return places;
  } finally {
    await connection.close();
  }
}
