import type { RangeOperation } from '../../embedded/log/log-records.ts';
import { LATEST_MS } from '../../embedded/points/time-range.ts';
import { int, listOf, numberLiteral, SETTINGS, textLiteral, WRITE_SETTINGS } from '../reading/sql.ts';
import type { HistoryServer } from '../server/open-server.ts';
import type { Summaries } from '../summaries/summaries.ts';
import { tokenOf } from './insert-block.ts';

/**
 * Carries out an operation; done again it changes nothing more, whatever was written after it: it only concerns writes
 * with a lower version than its own.
 * @param onSending hears when from then on it may happen
 * @returns how many points it concerned
 */
export async function carryOut(
  server: HistoryServer,
  record: RangeOperation,
  version: number,
  signal: AbortSignal,
  summaries: Summaries | null = null,
  onSending: () => void = () => undefined,
): Promise<number> {
  const { connection, tables } = server;
  const where = `${conditionOf(record)} AND version < ${version}`;
  const countOf = async (from: string): Promise<number> => {
    const counted = await connection.selectLong(`SELECT count() AS n FROM ${from} WHERE ${where} ${SETTINGS}`, signal);
    return counted.numbers('n')[0] ?? 0;
  };
  const count = await countOf(`${tables.points} FINAL`);
  // Begun again after a broken connection it is the same statement: the server does not do it twice at a time.
  const id = `telltale-${record.kind}-${version}`;
  if (record.kind === 'drop') {
    // Here the rows themselves must go: dropping is what makes room. Each such statement rewrites parts of the store, so
    // it is not sent for nothing.
    if (count === 0 && (await countOf(tables.points)) === 0) return 0;
    await summaries?.beforeOperation(record, where, version, signal);
    onSending();
    const drop = `DELETE FROM ${tables.storedPoints}${tables.onCluster} WHERE ${where} SETTINGS lightweight_deletes_sync = 2`;
    await connection.commandLong(drop, id, signal);
  } else if (count > 0) {
    await summaries?.beforeOperation(record, where, version, signal);
    onSending();
    const columns = 'key, time, value, text, quality, version, gone';
    const rewritten = `key, time, ${rewrittenValue(record)}, quality, ${version}, ${record.kind === 'delete' ? 1 : 0}`;
    const rows = `SELECT ${rewritten} FROM ${tables.points} FINAL WHERE ${where} ${SETTINGS}`;
    const settings = tables.onCluster === '' ? `${WRITE_SETTINGS}, ${tokenOf(tables, id)}` : WRITE_SETTINGS;
    await connection.commandLong(`INSERT INTO ${tables.points} (${columns}) ${settings} ${rows}`, id, signal);
  }
  return count;
}

function conditionOf(record: RangeOperation): string {
  if (record.kind !== 'drop') {
    return `key = ${BigInt(record.key)} AND time >= ${int(record.fromMs)} AND time <= ${int(record.toMs)}`;
  }
  const before = `time >= ${int(-LATEST_MS)} AND time < ${int(record.beforeMs)}`;
  if (record.only === null) return before;
  return record.only.length === 0 ? '0' : `key IN ${listOf(record.only)} AND ${before}`;
}

function rewrittenValue(record: Exclude<RangeOperation, { kind: 'drop' }>): string {
  if (record.kind === 'delete') return 'toFloat64(0), NULL';
  if (typeof record.value === 'string') return `toFloat64(0), ${textLiteral(record.value)}`;
  return `${numberLiteral(record.value)}, NULL`;
}
