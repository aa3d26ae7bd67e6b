import { emptyPoints, type Points } from '../../embedded/points/points.ts';
import { packColumns, toColumns } from '../../embedded/read/columns.ts';
import type { Columns, CountQuery, PointValue, SeriesKey } from '../../port.ts';
import { aBatch } from '../../testing/contract-batch.ts';
import { ReferenceHistorian } from '../../testing/reference-historian.ts';
import type { ChartSource } from '../recent/question.ts';
import type { RecentPoints } from '../recent/recent-points.ts';
import { Block } from '../staging/block.ts';
import type { Staged } from '../staging/staged-log.ts';

export type Write =
  | { kind: 'points'; points: [key: SeriesKey, timeMs: number, value: PointValue][] }
  | { kind: 'delete'; key: SeriesKey; fromMs: number; toMs: number };

/** Of each time another. */
const qualityOf = (timeMs: number): number => Math.abs(timeMs) % 200;

/** A server whose states are all kept; what is read from it are its points at one moment. */
export class ServerOfStates {
  readonly states = [new ReferenceHistorian()];
  readonly #written: Write[] = [];
  /** What was asked since it was looked at. */
  asked: string[] = [];

  get now(): ReferenceHistorian {
    return this.states.at(-1) as ReferenceHistorian;
  }

  async write(...writes: Write[]): Promise<void> {
    this.#written.push(...writes);
    const state = new ReferenceHistorian();
    for (const write of this.#written) {
      if (write.kind === 'delete') await state.deleteRange(write.key, write.fromMs, write.toMs);
      else
        for (const [key, ...point] of write.points) await state.append(aBatch(key, [[...point, qualityOf(point[0])]]));
    }
    this.states.push(state);
  }

  /** @param turn is waited for before and after each look, and may fail */
  source(
    range: CountQuery,
    threshold: number,
    turn: (what: 'charts' | 'points', signal?: AbortSignal) => Promise<unknown> = async () => undefined,
  ): ChartSource {
    return {
      charts: async () => {
        this.asked.push('charts');
        await turn('charts', range.signal);
        const { now } = this;
        const counts = new Map<SeriesKey, number>();
        for (const key of range.keys) counts.set(key, await now.countPoints({ ...range, keys: [key] }));
        const series = await pointsOf(now, { ...range, threshold });
        await turn('charts', range.signal);
        return { series, counts };
      },
      read: async (ranges, most, signal) => {
        for (const { keys, fromMs, toMs } of ranges) this.asked.push(`${keys} from ${fromMs} to ${toMs}`);
        await turn('points', signal);
        const { now } = this;
        const points = new Map<SeriesKey, Points>();
        let count = 0;
        for (const some of ranges) {
          count += await now.countPoints(some);
          for (const [key, series] of await pointsOf(now, { ...some, threshold: -1 })) points.set(key, series);
        }
        await turn('points', signal);
        return count > most ? null : points;
      },
    };
  }

  /** What a chart shows that is asked for by way of what is held. */
  async chart(recent: RecentPoints, range: CountQuery, threshold: number, source = this.source(range, threshold)) {
    return columnsOf(range.keys, await recent.charts(range, threshold, source));
  }
}

async function pointsOf(
  history: ReferenceHistorian,
  query: CountQuery & { threshold: number },
): Promise<Map<SeriesKey, Points>> {
  const series = new Map<SeriesKey, Points>();
  for (const key of query.keys) {
    const { timesMs, columns } = await history.readColumns({ ...query, keys: [key] });
    const values = columns[0] ?? [];
    const texts = values.map((value) => (typeof value === 'string' ? value : null));
    series.set(key, {
      timesMs,
      values: Float64Array.from(values, (value) => (typeof value === 'number' ? value : 0)),
      qualities: Uint8Array.from(timesMs, qualityOf),
      texts: texts.some((text) => text !== null) ? texts : null,
    });
  }
  return series;
}

export function columnsOf(keys: readonly SeriesKey[], charts: ReadonlyMap<SeriesKey, Points>): Columns {
  return toColumns(packColumns(keys.map((key) => charts.get(key) ?? emptyPoints())));
}

export function staged(version: number, write: Write): Staged {
  if (write.kind === 'delete') return { kind: 'operation', fromVersion: version, toVersion: version, record: write };
  const block = new Block(version);
  for (const [key, ...point] of write.points) block.add(aBatch(key, [[...point, qualityOf(point[0])]]), version);
  return block;
}
