import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATEST_MS } from '../../point-batch.ts';
import { decodeNative, encodeNative, NativeFormatError } from './native-format.ts';

const row = fc.record({
  key: fc.maxSafeNat(),
  time: fc.integer({ min: -LATEST_MS, max: LATEST_MS }),
  value: fc.double(),
  text: fc.option(fc.string({ unit: 'binary', maxLength: 200 })),
  quality: fc.nat(255),
});

const encoded = (rows: readonly { key: number; time: number; value: number; text: string | null; quality: number }[]) =>
  encodeNative(
    [
      { name: 'key', type: 'UInt64', values: Float64Array.from(rows, ({ key }) => key) },
      { name: 'time', type: 'Int64', values: Float64Array.from(rows, ({ time }) => time) },
      { name: 'value', type: 'Float64', values: Float64Array.from(rows, ({ value }) => value) },
      { name: 'text', type: 'Nullable(String)', values: rows.map(({ text }) => text) },
      { name: 'quality', type: 'UInt8', values: Uint8Array.from(rows, ({ quality }) => quality) },
    ],
    rows.length,
  );

describe('blocks of columns', () => {
  it('come back as they were, in however many pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 40 }), { maxLength: 3 }), (blocks) => {
        const table = decodeNative(Buffer.concat(blocks.map(encoded)));
        const rows = blocks.flat();
        expect(table.rows).toBe(rows.length);
        const read = {
          key: [...table.numbers('key')],
          time: [...table.numbers('time')],
          value: [...table.numbers('value')],
          text: table.texts('text'),
          quality: [...table.bytes('quality')],
        };
        for (const [name, column] of Object.entries(read)) {
          expect(column).toEqual(rows.map((one) => one[name as keyof typeof one]));
        }
      }),
    );
  });

  it('keep the payload of a NaN', () => {
    const bits = Float64Array.from([0]);
    new BigUint64Array(bits.buffer)[0] = 0x7ff8_0000_dead_beefn;
    const { buffer } = decodeNative(encodeNative([{ name: 'value', type: 'Float64', values: bits }], 1)).numbers(
      'value',
    );
    expect(new BigUint64Array(buffer)[0]).toBe(0x7ff8_0000_dead_beefn);
  });

  it('may be as many as a block holds, one of them with a text', () => {
    const texts = new Array<string | null>(250_000).fill(null).with(200_000, 'pumping');
    const table = decodeNative(encodeNative([{ name: 'text', type: 'Nullable(String)', values: texts }], texts.length));
    expect(table.texts('text')).toEqual(texts);
  });

  it('that were cut off anywhere are refused', () => {
    const whole = encoded([{ key: 7, time: -1, value: 0.5, text: 'on', quality: 192 }]);
    for (let length = 1; length < whole.length; length++) {
      expect(() => decodeNative(whole.subarray(0, length))).toThrow(NativeFormatError);
    }
  });
});
