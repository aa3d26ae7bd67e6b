import { gunzipSync, inflateSync } from 'node:zlib';
import { QUALITY_BAD, QUALITY_GOOD, QUALITY_UNCERTAIN } from '@telltale/contract';
import proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js';
import { PayloadError } from '../incoming.ts';
import { metricValue, numberOf, type ProtoMetric } from './metric-value.ts';

const { Payload } = proto.org.eclipse.tahu.protobuf;

export interface SparkplugMetric {
  name: string | undefined;
  alias: number | undefined;
  timeMs: number | undefined;
  /** 0: the sender left it out, as data messages may; the birth said it. */
  dataType: number;
  isHistorical: boolean;
  isTransient: boolean;
  /** The OPC DA quality byte. */
  quality: number;
  /** The property `engUnit`; null: it is there, and no text. */
  unit: string | null | undefined;
  /**
   * The value under the given data type, or what the birth said when the message has none.
   * Null: explicitly no value. Undefined: of a kind that is not stored.
   */
  value(bornAs: number): number | string | null | undefined;
}

export interface SparkplugMessage {
  timeMs: number | undefined;
  /** 0 to 255; NDEATH has none. */
  seq: number | undefined;
  metrics: SparkplugMetric[];
}

const COMPRESSED = 'SPBV1.0_COMPRESSED';
const MAX_INFLATED_BYTES = 8_000_000;
const SPARKPLUG_STALE = 500;

/**
 * Decodes a Sparkplug B payload, inflating a compressed one.
 * @throws {PayloadError} when it is none
 */
export function decodeSparkplug(bytes: Uint8Array): SparkplugMessage {
  try {
    const payload = Payload.decode(bytes);
    return readPayload(payload.uuid === COMPRESSED ? inflate(payload) : payload);
  } catch {
    throw new PayloadError('not a Sparkplug B payload');
  }
}

type ProtoPayload = ReturnType<typeof Payload.decode>;

function inflate(payload: ProtoPayload): ProtoPayload {
  const algorithm = payload.metrics?.find((metric) => metric.name === 'algorithm')?.stringValue ?? 'DEFLATE';
  const options = { maxOutputLength: MAX_INFLATED_BYTES };
  return Payload.decode(
    algorithm.toUpperCase() === 'GZIP' ? gunzipSync(payload.body, options) : inflateSync(payload.body, options),
  );
}

function readPayload(payload: ProtoPayload): SparkplugMessage {
  const timeMs = has(payload, 'timestamp') ? numberOf(payload.timestamp) : undefined;
  return {
    timeMs,
    seq: has(payload, 'seq') ? numberOf(payload.seq) : undefined,
    metrics: (payload.metrics ?? []).map((metric) => readMetric(metric, timeMs)),
  };
}

function readMetric(metric: ProtoMetric, messageTimeMs: number | undefined): SparkplugMetric {
  return {
    name: metric.name || undefined,
    alias: has(metric, 'alias') ? numberOf(metric.alias) : undefined,
    timeMs: has(metric, 'timestamp') ? numberOf(metric.timestamp) : messageTimeMs,
    dataType: metric.datatype ?? 0,
    isHistorical: metric.isHistorical === true,
    isTransient: metric.isTransient === true,
    quality: qualityOf(metric),
    unit: unitOf(metric),
    value: (bornAs) => (metric.isNull ? null : metricValue(metric, metric.datatype || bornAs)),
  };
}

/** Sparkplug's property `Quality` is 0 bad, 192 good, 500 stale; a stale value is an uncertain one (spec 3 §6). */
function qualityOf(metric: ProtoMetric): number {
  const property = propertyOf(metric, 'quality');
  if (!property) return QUALITY_GOOD;
  const code = property.longValue == null ? property.intValue : numberOf(property.longValue);
  if (code === SPARKPLUG_STALE) return QUALITY_UNCERTAIN;
  if (code == null || code < 0 || code > 255) return code === undefined ? QUALITY_GOOD : QUALITY_BAD;
  return code;
}

function unitOf(metric: ProtoMetric): string | null | undefined {
  const property = propertyOf(metric, 'engunit');
  if (!property || property.isNull) return undefined;
  return property.stringValue ?? null;
}

function propertyOf({ properties }: ProtoMetric, nameInLowerCase: string) {
  const at = properties?.keys?.findIndex((key) => key.toLowerCase() === nameInLowerCase) ?? -1;
  return at < 0 ? undefined : properties?.values?.[at];
}

/** A field that the message holds, as opposed to one that protobuf answers a default for. */
function has(message: object, field: string): boolean {
  return Object.hasOwn(message, field);
}
