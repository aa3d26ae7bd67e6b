import { describe, expect, it } from 'vitest';
import { bytesInMemory, type TdmsChannel, TdmsFile } from './index.ts';
import { Bytes, type MadeSegment, makeTdms } from './testing/make-tdms.ts';

const PATH = "/'g'/'a'";
const [COMPLEX64, COMPLEX128, EXTENDED] = [0x08000c, 0x10000d, 0x0b];

async function read(segment: MadeSegment): Promise<{ file: TdmsFile; channels: readonly TdmsChannel[] }> {
  const file = await TdmsFile.open(bytesInMemory(makeTdms([{ isNewList: true, ...segment }])));
  return { file, channels: file.group('g')?.channels ?? [] };
}

async function valuesOf(file: TdmsFile, channel: TdmsChannel | undefined, from?: number, until?: number) {
  const all: number[] = [];
  if (channel === undefined) return all;
  for await (const { values } of file.numbers(channel, from, until)) all.push(...values);
  return all;
}

describe('complex numbers', () => {
  it.each([
    ['complex64', COMPLEX64, false],
    ['complex128', COMPLEX128, false],
    ['complex128', COMPLEX128, true],
  ] as const)(
    '%s (%i, big-endian: %s) are two channels, the real and the imaginary parts',
    async (type, code, isBig) => {
      const raw = new Bytes(isBig);
      for (let n = 0; n < 6; n++)
        for (const part of [n + 0.5, -n]) type === 'complex64' ? raw.f32(part) : raw.f64(part);
      const objects = [{ path: PATH, values: { code, count: 3 }, properties: { unit_string: 'V' } }];
      const { file, channels } = await read({ objects, isBigEndian: isBig, raw: raw.done() });
      expect(channels.map((one) => [one.name, one.type, one.count, one.properties.get('unit_string')])).toEqual([
        ['a (real)', type, 6, 'V'],
        ['a (imaginary)', type, 6, 'V'],
      ]);
      expect(channels.map((one) => file.whyUnread(one))).toEqual([undefined, undefined]);
      expect(await valuesOf(file, channels[0])).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5]);
      expect(await valuesOf(file, channels[1], 1, 4)).toEqual([-1, -2, -3]);
    },
  );

  it('stand among others, value by value', async () => {
    const raw = new Bytes(false);
    for (let n = 0; n < 4; n++) {
      raw.i16(n);
      raw.f32(n / 2);
      raw.f32(10 - n);
    }
    const objects = [
      { path: "/'g'/'first'", values: { code: 2, count: 4 } },
      { path: PATH, values: { code: COMPLEX64, count: 4 } },
    ];
    const { file, channels } = await read({ objects, isInterleaved: true, raw: raw.done() });
    const all = await Promise.all(channels.map((one) => valuesOf(file, one)));
    expect(all).toEqual([
      [0, 1, 2, 3],
      [0, 0.5, 1, 1.5],
      [10, 9, 8, 7],
    ]);
  });

  it('never bear the name of another channel of their group', async () => {
    const raw = new Bytes(false);
    for (const value of [1, 2, 3]) raw.f32(value);
    const objects = [
      { path: "/'g'/'it''s'", values: { code: COMPLEX64, count: 1 } },
      { path: "/'g'/'it''s (real)'", values: { code: 9, count: 1 } },
    ];
    const { file, channels } = await read({ objects, raw: raw.done() });
    const all = await Promise.all(channels.map(async (one) => [one.name, await valuesOf(file, one)]));
    expect(all).toEqual([
      ["it's (real) 2", [1]],
      ["it's (imaginary)", [2]],
      ["it's (real)", [3]],
    ]);
  });

  it('that are to be scaled say that they are not read', async () => {
    const properties = {
      NI_Number_Of_Scales: 1,
      'NI_Scale[0]_Scale_Type': 'Linear',
      'NI_Scale[0]_Linear_Slope': 2,
      'NI_Scale[0]_Linear_Y_Intercept': 0,
    };
    const objects = [{ path: PATH, values: { code: COMPLEX64, count: 1 }, properties }];
    const { file, channels } = await read({ objects, raw: new Uint8Array(8) });
    for (const channel of channels) expect(file.whyUnread(channel)).toMatch(/are to be scaled, which is not read/);
  });
});

describe('numbers of extended precision', () => {
  /** IEEE 754 quadruple, most significant byte first, as its tables have them. */
  const quadruple: [hex: string, value: number][] = [
    ['3fff0000000000000000000000000000', 1],
    ['c0000000000000000000000000000000', -2],
    ['3ffd5555555555555555555555555555', 1 / 3],
    ['4000921fb54442d18469898cc51701b8', Math.PI],
    ['c0058ee04189374bc6a7ef9db22d0e56', -99.719],
    ['00000000000000000000000000000000', 0],
    ['00000000000000000000000000000001', 0],
    ['43fe0000000000000000000000000000', 2 ** 1023],
    ['7ffe0000000000000000000000000000', Infinity],
    ['7fff0000000000000000000000000000', Infinity],
    ['ffff0000000000000000000000000000', -Infinity],
    ['7fff8000000000000000000000000000', Number.NaN],
  ];
  /** The 80 bits of Intel's processors, most significant byte first. */
  const ofIntel: [hex: string, value: number][] = [
    ['3fff8000000000000000', 1],
    ['c0008000000000000000', -2],
    ['4000c90fdaa22168c235', Math.PI],
    ['7fff8000000000000000', Infinity],
    ['7fffc000000000000000', Number.NaN],
  ];
  const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

  async function asRead(numbers: readonly Uint8Array[], isBigEndian: boolean) {
    const objects = [{ path: PATH, values: { code: EXTENDED, count: numbers.length } }];
    const raw = new Uint8Array(numbers.flatMap((one) => [...one]));
    const { file, channels } = await read({ objects, isBigEndian, raw });
    return valuesOf(file, channels[0]);
  }

  it.each([false, true])('are read as nearly as 64 bits keep them (big-endian: %s)', async (isBigEndian) => {
    const numbers = quadruple.map(([hex]) => (isBigEndian ? bytesOf(hex) : bytesOf(hex).toReversed()));
    const values = quadruple.map(([, value]) => value);
    expect(await asRead(numbers, isBigEndian)).toEqual(values);
  });

  it('are those of Intel’s processors where 80 bits are filled up', async () => {
    const numbers = ofIntel.map(([hex]) => Uint8Array.of(...bytesOf(hex).toReversed(), 0, 0, 0, 0, 0, 0));
    expect(await asRead(numbers, false)).toEqual(ofIntel.map(([, value]) => value));
  });
});
