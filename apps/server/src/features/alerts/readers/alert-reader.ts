import type { EpochMs } from '@telltale/contract';
import { variableKey } from '@telltale/domain/expression/variable-name.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import type { UserUnits } from '@telltale/domain/units/user-units.ts';
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
  /** Values that the cause of an alarm tells, in the units of the reader, where those are others than are stored. */
  valuesOf(item: AlertItem): readonly string[];
  /** Of a message of many things: what the floods began with that its alarms belong to, as far as the reader sees them. */
  firstOuts: readonly FirstOut[];
}

export const PLAIN_READER: AlertReader = { zone: 'UTC', valuesOf: () => [], firstOuts: [] };

/** A moment as the reader's clock shows it: `2026-11-23 07:33:04 GMT+1 (Europe/Oslo)`. */
export function timeText(timeMs: number, zone: string): string {
  const name = zoneName(timeMs, zone);
  return `${formatDateTime(timeMs, zone)} ${name}${name === zone ? '' : ` (${zone})`}`;
}

/** A data item by the name that it has in expressions. */
export interface NamedItem {
  /** What it is called on the asset. */
  name: string;
  unit: string;
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const SHOWN = /(_\w+) = (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])/g;
const DIGITS = 5;

/**
 * The values of a cause such as `_Pressure > 100 (_Pressure = 104.2)`, as somebody reads them.
 * @param items by the keys of their variables
 */
export function valuesOfCause(cause: string, items: ReadonlyMap<string, NamedItem>, units: UserUnits): string[] {
  // The values stand behind the condition, in which there may be others.
  const last = new Map(
    [...cause.replaceAll(QUOTED, '""').matchAll(SHOWN)].map(([, name = '', value]) => [name, value]),
  );
  return [...last].flatMap(([variable, text]) => {
    const item = items.get(variableKey(variable));
    const conversion = item && units.conversionOf(item.unit);
    if (conversion === undefined) return [];
    const read = Number(conversion.convert(Number(text)).toPrecision(DIGITS));
    return [`${item?.name} ${read} ${conversion.to} (sent as ${text} ${conversion.from})`];
  });
}
