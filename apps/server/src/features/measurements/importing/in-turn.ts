import { QUALITY_GOOD } from '@telltale/contract';
import { goodPoint, type IncomingPoint, MAX_STRING_LENGTH, numberPoint } from '#ingest/incoming.ts';
import type { PointPage } from './channel-points.ts';

interface Cursor {
  readonly label: string;
  readonly pages: AsyncIterator<PointPage>;
  page: PointPage;
  at: number;
}

export interface PointBatch {
  readonly points: IncomingPoint[];
  /** Values of the file that were read so far. */
  readonly read: number;
}

/**
 * Points of several channels in the order of their times, as a device would have sent them: an alarm that looks at two data
 * items meets the values of one moment together.
 * @param most in a batch
 */
export async function* inTurn(
  channels: readonly { label: string; pages: AsyncIterable<PointPage> }[],
  most: number,
): AsyncGenerator<PointBatch> {
  let read = 0;
  const load = async (cursor: Cursor): Promise<boolean> => {
    for (;;) {
      const next = await cursor.pages.next();
      if (next.done) return false;
      read += next.value.read;
      cursor.page = next.value;
      cursor.at = 0;
      if (next.value.timesMs.length > 0) return true;
    }
  };
  let open: Cursor[] = [];
  for (const { label, pages } of channels) {
    const empty = { timesMs: [], values: [], read: 0 };
    const cursor: Cursor = { label, pages: pages[Symbol.asyncIterator](), page: empty, at: 0 };
    if (await load(cursor)) open.push(cursor);
  }
  let points: IncomingPoint[] = [];
  while (open.length > 0) {
    const first = earliest(open);
    points.push(...pointAt(first));
    first.at++;
    if (first.at === first.page.timesMs.length && !(await load(first))) open = open.filter((one) => one !== first);
    if (points.length < most && open.length > 0) continue;
    yield { points, read };
    points = [];
  }
}

const timeOf = ({ page, at }: Cursor) => page.timesMs[at] ?? Number.POSITIVE_INFINITY;

function earliest(open: readonly Cursor[]): Cursor {
  let first = open[0] as Cursor;
  for (const one of open) if (timeOf(one) < timeOf(first)) first = one;
  return first;
}

/** Texts that are longer than a value may be are left out. */
function pointAt(cursor: Cursor): IncomingPoint[] {
  const { label, page, at } = cursor;
  const [timeMs, value = Number.NaN] = [page.timesMs[at], page.values[at]];
  if (typeof value === 'number') return [numberPoint(label, timeMs, value, QUALITY_GOOD)];
  return value.length > MAX_STRING_LENGTH ? [] : [goodPoint(label, timeMs, value)];
}
