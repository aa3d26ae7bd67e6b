import type { EpochMs } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import type { AlertItem } from '../alert-delivery-repository.ts';

/** The alarm that a flood began with, as the reader sees it. */
export interface FirstOut {
  readonly assetName: string;
  readonly name: string;
  readonly severity: number;
  readonly raisedMs: EpochMs;
  /** How many alarms the flood has so far, with the first one. */
  readonly alarms: number;
}

/** How who gets a message reads it. */
export interface AlertReader {
  /** IANA. */
  zone: string;
  /** What the cause says in the units of the reader. */
  causeOf(item: AlertItem): string;
  /** Of a message of many things: what the floods began with that its alarms belong to, as far as the reader sees them. */
  firstOuts: readonly FirstOut[];
}

export const PLAIN_READER: AlertReader = { zone: 'UTC', causeOf: ({ cause }) => cause, firstOuts: [] };

/** A moment as the reader's clock shows it: `2026-11-23 07:33:04 GMT+1 (Europe/Oslo)`. */
export function timeText(timeMs: number, zone: string): string {
  const name = zoneName(timeMs, zone);
  return `${formatDateTime(timeMs, zone)} ${name}${name === zone ? '' : ` (${zone})`}`;
}
