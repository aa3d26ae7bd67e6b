import type { assets, commands } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { aCommand } from '#testing/a-command.ts';
import { analogChannels, answeredChannels, readChannels, scaleParameter } from './channels.ts';

const parms = { Unscaled_Min: 4, Unscaled_Max: '20', Scaled_Min: 0, Scaled_Max: 250, Offset: 1, Avg_Samples: 5 };
const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 250, offset: 1, samples: 5 };
const channel = {
  channel: 2,
  Value: 12.5,
  'Time Stamp': '2026-11-20 12:00:00',
  Variant: [{ Alias: 'Wellhead', Type: 'AI', Unit: 'bar', '_AI-Parms_': parms }],
};
const read = { channel: '2', value: 12.5, alias: 'Wellhead', unit: 'bar', scaling };
const item = (dataItemId: number, label: string, alias = '') =>
  ({ dataItemId, label, alias, value: 1, unit: 'bar' }) as unknown as assets.CurrentValue;
const none = { streamMap: undefined, scalingMap: undefined };

describe('channels as a device tells of them', () => {
  it('are read from a list, or from one in an answer; numbers may be texts', () => {
    expect(readChannels(JSON.stringify([channel]))).toEqual([read]);
    expect(readChannels(JSON.stringify({ channels: [channel] }))).toEqual([read]);
  });

  it.each([undefined, null, '', '{', '5', '[{"channel":1}]', '[{"channel":1,"Variant":[]}]', '{"error":"busy"}'])(
    'are not in %j',
    (text) => expect(readChannels(text)).toBeUndefined(),
  );

  it('are read past what is none: a switch, one without a span, the same once more', () => {
    const others = [{ channel: 1, Variant: [{ Alias: 'Door', Type: 'DI' }] }, 7, null, { ...channel, Value: 1 }];
    expect(readChannels(JSON.stringify([others[0], channel, ...others.slice(1)]))).toEqual([read]);
  });

  it('come of the newest answer that has them', () => {
    const asked = (commandId: number, answer: string | null): commands.Command =>
      aCommand({ commandId, answer, command: '{"module":"analog","command":"channels"}' });
    const other = aCommand({ commandId: 9, answer: JSON.stringify([channel]) });
    const list = [other, asked(8, null), asked(7, '{"error":"busy"}'), asked(6, JSON.stringify([channel]))];
    expect(answeredChannels(list)).toEqual([read]);
    expect(answeredChannels([other])).toBeUndefined();
  });
});

describe('the lines of the scaling table', () => {
  it('join a channel with its data item, by the index of its stream or by its name', () => {
    const items = [item(5, 'PT-101', 'Wellhead'), item(6, 'FT-7')];
    const [line] = analogChannels([read], items, none);
    expect([line?.channel, line?.item?.dataItemId]).toEqual(['2', 5]);
    const [indexed] = analogChannels([read], items, { ...none, streamMap: '{"5":9,"6":2}' });
    expect(indexed?.item?.dataItemId).toBe(6);
  });

  it('hold data items with an index, and those that the portal scales', () => {
    const items = [item(5, 'A'), item(6, 'B'), item(7, 'C')];
    const scalingMap = JSON.stringify({ 7: scaling });
    const ofDefinition = { ...item(8, 'D'), definitionScaling: scaling };
    const lines = analogChannels([], [...items, ofDefinition], { streamMap: '{"6":3}', scalingMap });
    expect(lines.map((line) => [line.channel, line.item?.dataItemId, line.scaling])).toEqual([
      ['3', 6, undefined],
      ['', 7, scaling],
      ['', 8, scaling],
    ]);
  });
});

describe('a scaling', () => {
  it('goes to the device in the words of its own list', () => {
    const told = scaleParameter('2', scaling);
    expect(readChannels(JSON.stringify([{ ...channel, Variant: [{ ...channel.Variant[0], ...told }] }]))).toEqual([
      read,
    ]);
  });
});
