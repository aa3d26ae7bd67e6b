import { z } from 'zod';

/** Milliseconds since 1970 UTC. */
export type EpochMs = number;
/** Seconds since 1970 UTC, with a millisecond fraction (columnar history, spec 3 §13). */
export type EpochSeconds = number;

/** An ISO 8601 instant with a zone; answers are always UTC (spec 3 §5). */
export const isoTimeSchema = z.iso.datetime({ offset: true });

/** A device may be this far ahead of the server's clock before its points are set aside (spec 3 §2). */
export const MAX_AHEAD_MS = 10 * 60_000;

/** 'Mark offline after' of an asset that has no pingrate attribute (spec 1 §3). */
export const DEFAULT_PING_RATE_MS = 60_000;

/** Live values of an asset leave the server at most this often, and are shown as they come (spec 1 §9, 3 §3). */
export const LIVE_BATCH_MS = 200;
