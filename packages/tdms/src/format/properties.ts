import { TdmsError } from '../tdms-error.ts';
import type { ByteCursor } from './byte-cursor.ts';
import { dataTypeOf } from './data-types.ts';
import { unread } from './raw-index.ts';

/** What is told of a file, a group or a channel beside its values; times as ISO 8601 in UTC. */
export type PropertyValue = string | number | boolean;
export type Properties = Map<string, PropertyValue>;

/** @param into what was told before: a later segment goes ahead */
export function readProperties(cursor: ByteCursor, into: Properties): void {
  const count = cursor.u32();
  for (let n = 0; n < count; n++) {
    const name = cursor.text();
    into.set(name, readValue(cursor, cursor.u32()));
  }
}

function readValue(cursor: ByteCursor, code: number): PropertyValue {
  const type = dataTypeOf(code);
  switch (type) {
    case 'int8':
      return cursor.i8();
    case 'int16':
      return cursor.i16();
    case 'int32':
      return cursor.i32();
    case 'int64':
      return cursor.i64();
    case 'uint8':
      return cursor.u8();
    case 'uint16':
      return cursor.u16();
    case 'uint32':
      return cursor.u32();
    case 'uint64':
      return cursor.u64();
    case 'float32':
      return cursor.f32();
    case 'float64':
      return cursor.f64();
    case 'extended':
      return cursor.extended();
    case 'complex64':
      return complexText(cursor.f32(), cursor.f32());
    case 'complex128':
      return complexText(cursor.f64(), cursor.f64());
    case 'boolean':
      return cursor.u8() !== 0;
    case 'string':
      return cursor.text();
    case 'timestamp':
      return timeText(cursor.time());
    default:
      throw new TdmsError(unread('a property', type));
  }
}

const complexText = (real: number, imaginary: number) => `${real} ${imaginary < 0 ? '-' : '+'} ${Math.abs(imaginary)}i`;

const LAST_MS = 8.64e15;

/** With microseconds, which a measurement has and a `Date` has not. */
export function timeText(ms: number): string {
  if (!(Math.abs(ms) < LAST_MS)) return String(ms);
  const micros = Math.round(ms * 1_000);
  const whole = Math.floor(micros / 1_000_000);
  const fraction = String(micros - whole * 1_000_000).padStart(6, '0');
  return `${new Date(whole * 1_000).toISOString().slice(0, -5)}.${fraction}Z`;
}
