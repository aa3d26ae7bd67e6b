import { LATEST_MS, wholeRange } from '../../embedded/points/time-range.ts';
import { type ChangesQuery, type LastPoint, type SeriesKey, TooManyPointsError } from '../../port.ts';
import { lastPointsOf } from './points-of-table.ts';
import type { ServerReader } from './server-reader.ts';
import { differsFrom, int, listOf, POINT_COLUMNS, SETTINGS } from './sql.ts';

/** The first point after a time whose value differs from that of the point before it. */
export async function nextChange(
  reader: ServerReader,
  key: SeriesKey,
  after: number,
  signal?: AbortSignal,
): Promise<LastPoint | null> {
  const [, afterMs] = wholeRange(-LATEST_MS, after);
  const [inForce] = await reader.lastOf([key], afterMs, '1', signal);
  // Up to the next change every point has the value in force.
  return reader.firstOf(key, afterMs + 1, inForce && differsFrom(inForce.value), signal);
}

/** The last point before a time whose value differs from that of the point before it. */
export async function previousChange(
  reader: ServerReader,
  key: SeriesKey,
  before: number,
  signal?: AbortSignal,
): Promise<LastPoint | null> {
  const [beforeMs] = wholeRange(before, LATEST_MS);
  const [inForce] = await reader.lastOf([key], beforeMs - 1, '1', signal);
  if (!inForce) return null;
  const [other] = await reader.lastOf([key], inForce.timeMs - 1, differsFrom(inForce.value), signal);
  return reader.firstOf(key, other ? other.timeMs + 1 : -LATEST_MS, '1', signal);
}

/** The value in force at the beginning of a range and every change in it. */
export async function listChanges(
  reader: ServerReader,
  { key, most, signal, ...range }: ChangesQuery,
): Promise<LastPoint[]> {
  const [fromMs, toMs] = wholeRange(range.fromMs, range.toMs);
  const [inForce] = await reader.lastOf([key], fromMs, '1', signal);
  const where = `key IN ${listOf([key])} AND time >= ${int(inForce?.timeMs ?? fromMs)} AND time <= ${int(Math.max(toMs, inForce?.timeMs ?? toMs))}`;
  const isSameNumber = 'value = valueBefore OR (isNaN(value) AND isNaN(valueBefore))';
  const isSame = `(isNull(text) AND isNull(textBefore) AND (${isSameNumber})) OR ifNull(text = textBefore, 0)`;
  const sql = `
SELECT ${POINT_COLUMNS}
FROM (
  SELECT ${POINT_COLUMNS}, any(value) OVER before AS valueBefore, any(text) OVER before AS textBefore,
    row_number() OVER (ORDER BY time) AS nth
  FROM ${reader.points} FINAL
  WHERE ${where}
  WINDOW before AS (ORDER BY time ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)
)
WHERE nth = 1 OR NOT (${isSame})
ORDER BY time
LIMIT ${most + 1}
${SETTINGS}`;
  const changes = lastPointsOf(await reader.select(sql, signal));
  if (changes.length > most) throw new TooManyPointsError(changes.length, most);
  return changes;
}
