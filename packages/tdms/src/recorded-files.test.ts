import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTestData } from '../../../apps/server/src/testing/test-data.ts';
import { type ByteSource, bytesInMemory, type Properties, type TdmsChannel, TdmsFile, timeText } from './index.ts';

interface ExpectedChannel {
  name: string;
  type: string | null;
  count: number;
  first?: (number | string | boolean)[];
  last?: number | string | boolean;
  min?: number;
  max?: number;
  sum?: number;
  properties: Record<string, unknown>;
}

interface Expected {
  bytes: number;
  fileProperties: Record<string, unknown>;
  groups: { name: string; properties: Record<string, unknown>; channelCount: number; channels: ExpectedChannel[] }[];
}

/** Names of the types in the facts, where they are not ours in another case. */
const typeNames: Record<string, string> = {
  SingleFloat: 'float32',
  DoubleFloat: 'float64',
  TimeStamp: 'timestamp',
  DaqMxRawData: 'daqmx',
};

const folder = findTestData();

describe.skipIf(folder === undefined)('recorded files', () => {
  const tdms = join(folder ?? '', 'tdms');
  const expected: Record<string, Expected> =
    folder === undefined ? {} : JSON.parse(readFileSync(join(tdms, 'expected.json'), 'utf8'));
  const sourceOf = (name: string) => bytesInMemory(readFileSync(join(tdms, name)));

  it.each(Object.keys(expected))('%s holds what an independent reader found', async (name) => {
    const facts = expected[name] as Expected;
    const source = sourceOf(name);
    expect(source.size).toBe(facts.bytes);
    const file = await TdmsFile.open(source);
    expect(plain(file.properties)).toEqual(likeOurs(facts.fileProperties));
    expect(file.groups.map((group) => group.name)).toEqual(facts.groups.map((group) => group.name));
    for (const group of facts.groups) {
      const found = file.group(group.name);
      expect(plain(found?.properties)).toEqual(likeOurs(group.properties));
      expect(found?.channels.length).toBe(group.channelCount);
      for (const channel of group.channels) {
        const own = found?.channels.find((one) => one.name === channel.name) as TdmsChannel;
        expect(own.count, channel.name).toBe(channel.count);
        expect(own.type ?? null).toBe(channel.type && (typeNames[channel.type] ?? channel.type.toLowerCase()));
        expect(plain(own.properties)).toEqual(likeOurs(channel.properties));
        await expectValues(file, own, channel);
      }
    }
  });

  it('reads the description from the index beside it', async () => {
    const name = 'constructed/well3_dhsv_5_segments.tdms';
    const [whole, byIndex] = await Promise.all([
      TdmsFile.open(sourceOf(name)),
      TdmsFile.open(sourceOf(name), { index: sourceOf(`${name}_index`) }),
    ]);
    expect(byIndex.groups).toEqual(whole.groups);
    for (const channel of byIndex.groups.flatMap(({ channels }) => channels)) {
      if (channel.type === 'string') continue;
      const other = whole.group(channel.group)?.channels.find((one) => one.name === channel.name) as TdmsChannel;
      expect(await allOf(byIndex, channel)).toEqual(await allOf(whole, other));
    }
  });

  it('reads any part of a channel as it reads the whole', async () => {
    for (const name of Object.keys(expected)) {
      const file = await TdmsFile.open(sourceOf(name));
      const channels = file.groups
        .flatMap((group) => group.channels)
        .filter((one) => file.whyUnread(one) === undefined);
      for (const channel of [...channels.slice(0, 8), ...channels.slice(-1)]) {
        const all = await allOf(file, channel);
        for (const [from, until] of partsOf(channel.count)) {
          expect(await allOf(file, channel, from, until), `${name} ${channel.name} ${from}`).toEqual(
            all.slice(from, until),
          );
        }
      }
    }
  });

  it('reads no values when it opens a file', async () => {
    const source = sourceOf('real/das_seismic_2432ch_truncated.tdms');
    let bytes = 0;
    const counted: ByteSource = {
      size: source.size,
      read: async (position, length) => {
        const got = await source.read(position, length);
        bytes += got.length;
        return got;
      },
    };
    await TdmsFile.open(counted);
    expect(bytes).toBeLessThan(source.size / 2);
  });

  it('says of a file that was not written to its end', async () => {
    const { faults } = await TdmsFile.open(sourceOf('constructed/incomplete_last_segment.tdms'));
    expect(faults).toEqual(['The last segment is shorter than it should be: whoever wrote it was interrupted.']);
  });

  describe('that cannot be read', () => {
    const refusals: Record<string, string | RegExp> = {
      'wrong_magic.tdms': /no TDMS file/,
      'interleaved_segment_different_length.tdms': /different lengths/,
      'daqmx_exception_on_mismatch_of_raw_data_widths.tdms': /contradict each other/,
    };

    it.each(folder === undefined ? [] : readdirSync(join(tdms, 'unreadable')))('%s', async (name) => {
      const open = TdmsFile.open(sourceOf(`unreadable/${name}`));
      const refusal = refusals[name];
      if (refusal === undefined) expect((await open).groups).toEqual([]);
      else await expect(open).rejects.toThrow(refusal);
    });
  });
});

async function expectValues(file: TdmsFile, channel: TdmsChannel, facts: ExpectedChannel): Promise<void> {
  if (facts.count === 0) return;
  if (channel.type === 'string') {
    const texts: string[] = [];
    for await (const { values } of file.texts(channel)) texts.push(...values);
    expect([texts.slice(0, 5), texts.at(-1), texts.length]).toEqual([facts.first, facts.last, facts.count]);
    return;
  }
  const values = await allOf(file, channel);
  expect(values.length).toBe(facts.count);
  const shown = (value: number) => {
    if (channel.type === 'boolean') return value === 1;
    return channel.type === 'timestamp' ? timeText(value).slice(0, -1) : value;
  };
  expect([...values.slice(0, 5)].map(shown)).toEqual(facts.first);
  expect(shown(values.at(-1) ?? Number.NaN)).toEqual(facts.last);
  if (facts.sum === undefined) return;
  expect(Math.min(...values)).toBe(facts.min);
  expect(Math.max(...values)).toBe(facts.max);
  const scale = values.reduce((sum, value) => sum + Math.abs(value), 0);
  expect(Math.abs(values.reduce((sum, value) => sum + value, 0) - facts.sum)).toBeLessThanOrEqual(scale * 1e-12);
}

async function allOf(file: TdmsFile, channel: TdmsChannel, from?: number, until?: number): Promise<number[]> {
  const all: number[] = [];
  for await (const block of file.numbers(channel, from, until)) {
    expect(block.from).toBe((from ?? 0) + all.length);
    all.push(...block.values);
  }
  return all;
}

function partsOf(count: number): [number, number][] {
  const middle = Math.floor(count / 2);
  return [
    [0, 1],
    [1, middle + 1],
    [middle, count],
    [count - 1, count],
    [count, count],
  ].filter(([from = 0]) => from >= 0) as [number, number][];
}

const plain = (properties: Properties = new Map()) =>
  Object.fromEntries([...properties].map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]));

/** The facts have times without a zone, and what JSON has no number for as a text. */
function likeOurs(properties: Record<string, unknown>): Record<string, unknown> {
  const ours = (value: unknown) => {
    if (value === 'inf') return 'Infinity';
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}$/.test(value) ? `${value}Z` : value;
  };
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, ours(value)]));
}
