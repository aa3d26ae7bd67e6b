import { get as getSparkplug } from 'sparkplug-payload';
import proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js';
import { describe, expect, it } from 'vitest';
import { commandValue, UnfitValueError } from './metric-command.ts';
import { metricValue } from './metric-value.ts';

const { Payload } = proto.org.eclipse.tahu.protobuf;
const codec = getSparkplug('spBv1.0');

/** What arrives of a command's value, as our own reader has it, and as sparkplug-payload has it. */
function sent(datatype: number, value: unknown): unknown[] {
  const bytes = Payload.encode({ metrics: [{ name: 'm', datatype, ...commandValue(datatype, value) }] }).finish();
  const [metric] = Payload.decode(bytes).metrics;
  const theirs = codec?.decodePayload(bytes).metrics?.[0]?.value;
  return [metric && metricValue(metric, datatype), typeof theirs === 'object' ? Number(theirs) : theirs];
}

describe('the value of a command', () => {
  it.each([
    ['Int8', 1, -128, -128],
    ['Int16', 2, 32_767, 32_767],
    ['Int32', 3, -2_147_483_648, -2_147_483_648],
    ['Int64', 4, 2 ** 53 - 1, 2 ** 53 - 1],
    ['UInt8', 5, 255, 255],
    ['UInt16', 6, 65_535, 65_535],
    ['UInt32', 7, 2_147_483_647, 2_147_483_647],
    ['UInt64', 8, 2 ** 40, 2 ** 40],
    ['Float', 9, 1.5, 1.5],
    ['Double', 10, 21.1, 21.1],
    ['String', 12, 'auto', 'auto'],
    ['Text', 14, 'ä', 'ä'],
  ])('of a %s arrives', (_, dataType, value, expected) => {
    expect(sent(dataType, value)).toEqual([expected, expected]);
  });

  it('of an Int64 below zero, of a switch and of a time arrive', () => {
    expect(sent(4, -7)[0]).toBe(-7);
    expect(sent(7, 2 ** 32 - 1)[0]).toBe(2 ** 32 - 1);
    expect(sent(11, 1)).toEqual([1, true]);
    expect(sent(11, false)).toEqual([0, false]);
    expect(sent(13, '2026-01-31T12:00:00Z')[0]).toBe(Date.parse('2026-01-31T12:00:00Z'));
  });

  it.each([
    ['Int8', 1, 128],
    ['UInt8', 5, -1],
    ['Int32', 3, 2 ** 31],
    ['Int32', 3, 1.5],
    ['Int32', 3, '5'],
    ['Int64', 4, 2 ** 60],
    ['Float', 9, 1e39],
    ['Double', 10, Number.NaN],
    ['Double', 10, null],
    ['Boolean', 11, 'true'],
    ['Boolean', 11, 2],
    ['String', 12, 5],
    ['String', 12, 'x'.repeat(70_000)],
    ['DateTime', 13, 'yesterday'],
    ['DateTime', 13, -1],
    ['DataSet', 16, {}],
    ['Bytes', 17, 'AA=='],
    ['of a type that nobody has', 99, 1],
    ['of no type', 0, 1],
  ])('that a %s does not hold is refused', (_, dataType, value) => {
    expect(() => commandValue(dataType, value)).toThrow(UnfitValueError);
  });
});
