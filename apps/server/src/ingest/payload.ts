import { QUALITY_GOOD } from '@telltale/contract';
import {
  excerptOf,
  type IncomingPoint,
  MAX_STRING_LENGTH,
  numberPoint,
  PayloadError,
  type Reading,
  type SetAside,
} from './incoming.ts';

/** Objects and arrays nested deeper than this are set aside (guarantee G5). */
const MAX_DEPTH = 64;

/**
 * Parses the bytes of a message as JSON.
 * @throws {PayloadError} when they are not JSON
 */
export function readJson(payload: Uint8Array): unknown {
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8');
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw new PayloadError(text.trim() === '' ? 'empty message' : 'not valid JSON');
  }
}

/**
 * Reads telemetry in the ThingsBoard forms `{label: value}`, `{ts, values: {label: value}}` and arrays of these. Parts
 * that cannot be stored are set aside one by one; the rest counts. This is the hot path: a flat loop, no schema.
 * @throws {PayloadError} when it is neither an object nor an array
 */
export function readTelemetry(json: unknown): Reading {
  const reading: Reading = { points: [], setAside: [] };
  if (Array.isArray(json)) {
    for (const element of json) readElement(element, reading);
  } else if (typeof json === 'object' && json !== null) {
    readElement(json, reading);
  } else {
    throw new PayloadError('telemetry must be an object or an array of objects');
  }
  return reading;
}

/**
 * Reads gateway telemetry `{serialNumber: [ {label: value} or {ts, values}, … ], …}`.
 * @throws {PayloadError} when it is not an object
 */
export function readGatewayTelemetry(json: unknown): Map<string, Reading> {
  const readings = new Map<string, Reading>();
  for (const [serialNumber, telemetry] of Object.entries(objectOrThrow(json))) {
    try {
      readings.set(serialNumber, readTelemetry(telemetry));
    } catch (error) {
      readings.set(serialNumber, { points: [], setAside: [setAsideWhole(error, telemetry)] });
    }
  }
  return readings;
}

/**
 * Reads attributes `{name: value, …}`; values become text, as attributes are kept.
 * @throws {PayloadError} when it is not an object
 */
export function readAttributes(json: unknown): { attributes: Map<string, string>; setAside: SetAside[] } {
  const attributes = new Map<string, string>();
  const setAside: SetAside[] = [];
  for (const [name, raw] of Object.entries(objectOrThrow(json))) {
    if (raw === null) continue;
    const text = storableJsonText(raw);
    if (text.reason === undefined) attributes.set(name, text.value);
    else setAside.push({ reason: text.reason, label: name, timeMs: null, excerpt: excerptOf(raw) });
  }
  return { attributes, setAside };
}

/** @throws {PayloadError} when the JSON is not an object */
export function objectOrThrow(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new PayloadError('must be an object');
  return json as Record<string, unknown>;
}

export function setAsideWhole(error: unknown, received: unknown): SetAside {
  const reason = error instanceof PayloadError ? error.message : 'cannot be read';
  return { reason, label: null, timeMs: null, excerpt: excerptOf(received) };
}

function readElement(element: unknown, into: Reading): void {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    into.setAside.push(setAsideWhole(new PayloadError('an element of telemetry must be an object'), element));
    return;
  }
  const object = element as Record<string, unknown>;
  const values = object.values;
  if (object.ts !== undefined && typeof values === 'object' && values !== null && !Array.isArray(values)) {
    const timeMs = timeOf(object.ts);
    if (timeMs === undefined) {
      into.setAside.push(setAsideWhole(new PayloadError('ts is not a time in milliseconds since 1970'), element));
    } else {
      readValues(values as Record<string, unknown>, timeMs, into);
    }
  } else {
    readValues(object, undefined, into);
  }
}

function readValues(values: Record<string, unknown>, timeMs: number | undefined, into: Reading): void {
  for (const label of Object.keys(values)) {
    const raw = values[label];
    // Booleans are stored as 1 and 0, so that charts and alarms work on them.
    if (typeof raw === 'number') into.points.push(numberPoint(label, timeMs, raw, QUALITY_GOOD));
    else if (typeof raw === 'boolean')
      into.points.push({ label, timeMs, value: raw ? 1 : 0, quality: QUALITY_GOOD } satisfies IncomingPoint);
    else if (raw !== null && raw !== undefined) readText(label, timeMs, raw, into);
  }
}

function readText(label: string, timeMs: number | undefined, raw: unknown, into: Reading): void {
  const text = storableJsonText(raw);
  if (text.reason === undefined) into.points.push({ label, timeMs, value: text.value, quality: QUALITY_GOOD });
  else into.setAside.push({ reason: text.reason, label, timeMs: timeMs ?? null, excerpt: excerptOf(raw) });
}

type Text = { value: string; reason?: undefined } | { value?: undefined; reason: string };

/** A string as it is, an object or array as its JSON text; or the reason why it is too much. */
export function storableJsonText(raw: unknown): Text {
  if (typeof raw !== 'string' && !isShallow(raw, MAX_DEPTH))
    return { reason: `nested deeper than ${MAX_DEPTH} levels` };
  const value = typeof raw === 'string' ? raw : JSON.stringify(raw);
  if (value.length > MAX_STRING_LENGTH) return { reason: `longer than ${MAX_STRING_LENGTH} characters` };
  return { value: value.toWellFormed() };
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  for (const member of Object.values(value)) if (!isShallow(member, depth - 1)) return false;
  return true;
}

/** A number, or the digits of one as some firmware writes them; whole milliseconds. Never guessed from seconds. */
function timeOf(ts: unknown): number | undefined {
  const time = typeof ts === 'string' && /^\d{1,16}$/.test(ts) ? Number(ts) : ts;
  return typeof time === 'number' && Number.isFinite(time) ? Math.trunc(time) : undefined;
}
