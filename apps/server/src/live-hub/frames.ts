import type { LiveBackfill, LiveUpdate } from '@telltale/contract';
import { assetTopic, QUALITY_GOOD } from '@telltale/contract';
import mqtt from 'mqtt-packet';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';

/** One PUBLISH at QoS 0, ready for every subscriber. */
export function publishFrame(topic: string, payload: string): Buffer {
  return mqtt.generate({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false });
}

export function valuesFrame(host: string, assetId: number, updates: readonly LiveUpdate[]): Buffer {
  return publishFrame(assetTopic(host, assetId, 'dataitems'), JSON.stringify(updates));
}

export function itemFrame(host: string, update: LiveUpdate): Buffer {
  return publishFrame(`${host}/assets/${update.assetId}/dataitems/${update.dataItemId}`, JSON.stringify(update));
}

export function backfillFrame(host: string, backfill: LiveBackfill): Buffer {
  return publishFrame(assetTopic(host, backfill.assetId, 'backfill'), JSON.stringify(backfill));
}

/** The current value of a data item as the browser gets it. */
export function updateOf(slot: DataItemSlot): LiveUpdate {
  const { assetId, dataItemId, label, value, timeMs, quality } = slot;
  const update: LiveUpdate = { assetId, dataItemId, label, value: null, timestamp: timeMs };
  if (typeof value === 'string') {
    update.isString = true;
    update.stringValue = value;
  } else if (Number.isFinite(value)) {
    update.value = value;
  }
  if (quality !== QUALITY_GOOD) update.quality = quality;
  return update;
}
