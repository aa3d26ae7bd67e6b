import type { org } from 'sparkplug-payload/lib/sparkplugPayloadProto.js';

export type ProtoMetric = org.eclipse.tahu.protobuf.Payload.IMetric;

/** Sparkplug's data types by number (specification 3.0, §6.4.16). */
const INT8 = 1;
const INT16 = 2;
const INT32 = 3;
const INT64 = 4;
const FLOAT = 9;
const DATASET = 16;
const BYTES = 17;
const FILE = 18;
const TEMPLATE = 19;

/** A protobuf 64-bit number, as plain number or as protobufjs' Long. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null && 'toNumber' in value && typeof value.toNumber === 'function') {
    return value.toNumber() as number;
  }
  return Number.NaN;
}

/**
 * The value of a metric: numbers as they are (signed ones travel as two's complement), booleans as 1 and 0, data sets
 * and templates as JSON text. Undefined for bytes, files and metrics without a value.
 */
export function metricValue(metric: ProtoMetric, dataType: number): number | string | undefined {
  if (dataType === BYTES || dataType === FILE) return undefined;
  if (dataType === DATASET) return jsonText(metric.datasetValue);
  if (dataType === TEMPLATE) return jsonText(metric.templateValue);
  if (metric.doubleValue != null) return metric.doubleValue;
  if (metric.floatValue != null) return dataType === FLOAT ? shortestFloat(metric.floatValue) : metric.floatValue;
  if (metric.intValue != null) return signed(metric.intValue, dataType);
  if (metric.longValue != null) return dataType === INT64 ? signedLong(metric.longValue) : numberOf(metric.longValue);
  if (metric.booleanValue != null) return metric.booleanValue ? 1 : 0;
  return metric.stringValue ?? undefined;
}

function signed(value: number, dataType: number): number {
  if (dataType === INT8) return (value << 24) >> 24;
  if (dataType === INT16) return (value << 16) >> 16;
  return dataType === INT32 ? value | 0 : value;
}

function signedLong(value: unknown): number {
  const unsigned = numberOf(value);
  return unsigned >= 2 ** 63 ? Number(BigInt.asIntN(64, BigInt(String(value)))) : unsigned;
}

/** 21.1 sent as a 32-bit float is 21.100000381…: the shortest decimal that means the same float is what was measured. */
function shortestFloat(value: number): number {
  for (const digits of [7, 8]) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function jsonText(value: unknown): string | undefined {
  return value == null ? undefined : JSON.stringify(value);
}
