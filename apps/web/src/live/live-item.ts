import {
  type assets,
  type ItemDisplay,
  type LiveUpdate,
  PLAIN_DISPLAY,
  QUALITY_GOOD,
  qualityLevel,
} from '@telltale/contract';
import { itemName } from '@telltale/domain';
import type { Reading } from '#readings/readings.ts';

/** What the live store knows of one data item. */
export interface LiveItem {
  readonly label: string;
  readonly alias: string;
  readonly unit: string;
  readonly isString: boolean;
  readonly value: number | null;
  readonly stringValue: string | null;
  readonly timestamp: number | null;
  readonly quality: number;
  readonly display: ItemDisplay;
  /** When there was last news of it, on the portal's clock; null: never. */
  readonly heardMs: number | null;
}

/** An item as the portal answered it. Its age counts from its own timestamp. */
export function itemOfCurrentValue(current: assets.CurrentValue): LiveItem {
  const { label, alias, unit, isString, value, stringValue, timestamp, quality, display = PLAIN_DISPLAY } = current;
  return { label, alias, unit, isString, value, stringValue, timestamp, quality, display, heardMs: timestamp };
}

/**
 * The item after a live update; the same object when the update is older than what is known. A device whose clock runs
 * behind is not stale while it reports, so the age counts from the arrival.
 */
export function itemAfterUpdate(item: LiveItem | undefined, update: LiveUpdate, nowMs: number): LiveItem | undefined {
  if (item !== undefined && item.timestamp !== null && update.timestamp < item.timestamp) return item;
  return {
    label: update.label,
    alias: item?.alias ?? '',
    unit: update.unit ?? item?.unit ?? '',
    isString: update.isString ?? false,
    value: update.value,
    stringValue: update.stringValue ?? null,
    timestamp: update.timestamp,
    quality: update.quality ?? QUALITY_GOOD,
    display: item?.display ?? PLAIN_DISPLAY,
    heardMs: Math.max(update.timestamp, nowMs),
  };
}

/** An answer of the portal over what is known: names are the portal's, the value is the newer of the two. */
export function itemAfterAnswer(known: LiveItem | undefined, answered: LiveItem): LiveItem {
  if (known?.timestamp == null || known.timestamp <= (answered.timestamp ?? 0)) {
    return { ...answered, heardMs: latest(known?.heardMs, answered.heardMs) };
  }
  const { label, alias, unit, display } = answered;
  return { ...known, label, alias, unit, display };
}

function latest(first: number | null | undefined, second: number | null): number | null {
  if (first == null) return second;
  return second === null ? first : Math.max(first, second);
}

/** The reading that tiles show of an item. */
export function readingOf(item: LiveItem, isStale: boolean): Reading {
  const { label, alias, unit, isString, value, stringValue, timestamp, display } = item;
  const isNumber = value !== null && Number.isFinite(value);
  return {
    state: 'ok',
    name: itemName({ label, alias }),
    label,
    unit,
    isString,
    value: isNumber ? value : null,
    stringValue,
    timestamp,
    quality: qualityLevel(item.quality),
    isStale,
    display,
  };
}
