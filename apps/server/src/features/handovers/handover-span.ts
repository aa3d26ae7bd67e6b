import type { AdminId, EpochMs } from '@telltale/contract';
import { sql } from 'kysely';
import type { Marks } from './handover-marks.ts';

/** What a handover tells of. */
export interface HandoverSpan {
  adminId: AdminId;
  fromMs: EpochMs;
  toMs: EpochMs;
  /** What the one before has told of. */
  after: Marks;
  upTo: Marks;
}

/** A section holds so many lines: a shift that has more is one that nobody reads line by line. */
export const MOST_LINES = 500;

/** What a line calls its asset. */
export const ASSET_NAME = sql<string>`coalesce(nullif(assets.asset_alias, ''), assets.serial_number)`;
