import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';
import { eventsOf, type FeedSource, questionOf } from './feed-source.ts';
import { readAnswer } from './large-answer.ts';

const NOW_MS = Date.parse('2026-11-23T00:00:00Z');
const TEXT: FeedSource = {
  name: 'Text',
  format: 'fdsn-text',
  url: 'https://quakes.example/fdsnws/event/1/query',
  seconds: 60,
};
const JSON_FEED: FeedSource = { ...TEXT, name: 'Summary', format: 'geojson' };
const REGION: FeedSource = {
  ...TEXT,
  name: 'West',
  region: 'Western Texas',
  url: 'https://quakes.example/events/query',
};

const answer = (text: string, more: { status?: number; isCut?: boolean } = {}) => ({
  status: 200,
  isCut: false,
  text,
  ...more,
});
const read = (source: FeedSource, text: string) => eventsOf(source, answer(text), NOW_MS);

const HEAD =
  '#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName';
const line = (id: string, time: string, magnitude: number | string = 2.5, place = 'West') =>
  `${id}|${time}|31.5|-103.5|5|tx||||ml|${magnitude}|tx|${place}`;

describe('FDSN event text', () => {
  it.each([
    ['without a zone', '2024-08-30T19:23:15.940000', '2024-08-30T19:23:15.940Z'],
    ['with Z', '2026-06-04T06:07:17.0Z', '2026-06-04T06:07:17.000Z'],
    ['without decimals', '2018-02-06 07:33:45', '2018-02-06T07:33:45.000Z'],
    ['before 1970', '1960-05-22T19:11:14.00000', '1960-05-22T19:11:14.000Z'],
  ])('has times %s', (_how, said, time) => {
    expect(read(TEXT, `${HEAD}\n${line('a', said)}\n`).events.map((event) => event.time)).toEqual([time]);
  });

  it('names its columns in many ways, in any order, parted by bars or semicolons', () => {
    const semicolons =
      'id;region;time;magnitude;depth;longitude;latitude\ntx1;Western Texas;2025-01-15T21:17:02;2.4;;-104.5;31.6';
    expect(read(TEXT, semicolons).events).toEqual([
      {
        id: 'tx1',
        time: '2025-01-15T21:17:02.000Z',
        magnitude: 2.4,
        latitude: 31.6,
        longitude: -104.5,
        depth: null,
        region: 'Western Texas',
        url: 'https://quakes.example/fdsnws/event/1/query?eventid=tx1',
      },
    ]);
    const blanks = `${HEAD.replaceAll('|', ' | ').replace('km', 'Km')}\r\n${line('a', '2024-01-01T00:00:00', ' --')}\r\n`;
    expect(read(TEXT, blanks).events).toMatchObject([{ id: 'a', magnitude: null, depth: 5 }]);
  });

  it('may have no line at all, and says nothing of addresses in private networks', () => {
    expect(read(TEXT, '\n')).toEqual({ events: [], leftOut: 0 });
    expect(eventsOf(TEXT, answer('', { status: 204 }), NOW_MS).events).toEqual([]);
    expect(read({ ...TEXT, private: true }, `${HEAD}\n${line('a', '2024-01-01T00:00:00')}`).events[0]?.url).toBeNull();
  });

  it('has lines that are none, which are left out and counted', () => {
    const lines = [
      line('good', '2024-01-01T00:00:00'),
      line('epoch', '1970-01-18T13:39:33'),
      line('future', '2027-01-01T00:00:00'),
      line('', '2024-01-01T00:00:00'),
      line('x'.repeat(101), '2024-01-01T00:00:00'),
      'north|2024-01-01T00:00:00|91|0|5|||||ml|2|x|y',
      'nonsense',
      line('good', '2024-01-01T00:00:00'),
    ];
    const { events, leftOut } = read(TEXT, [HEAD, ...lines].join('\n'));
    expect([events.map(({ id }) => id), leftOut]).toEqual([['good'], 6]);
  });

  it('of a region is the newest 200 from magnitude 2', () => {
    const at = (index: number) => new Date(Date.UTC(2025, 0, 1) + index * 60_000).toISOString();
    const lines = Array.from({ length: 250 }, (_, index) => line(`e${index}`, at(index), index === 249 ? 1.9 : 2));
    const { events } = read(REGION, [HEAD, ...lines].join('\n'));
    expect([events.length, events[0]?.id, events.at(-1)?.id]).toEqual([200, 'e248', 'e49']);
  });
});

describe('what is asked', () => {
  it('of a region is the query of the specification, over what the address says itself', () => {
    const asked = (url: string) => [...new URL(questionOf({ ...REGION, url }).url).searchParams];
    expect(asked(REGION.url)).toEqual([
      ['limit', '200'],
      ['minmag', '2'],
      ['sort', '-time'],
      ['region', 'Western Texas'],
    ]);
    expect(asked('https://quakes.example/q?minmag=3&region=W%26x')).toContainEqual(['minmag', '3']);
    expect(asked('https://quakes.example/q?region=W%26x').filter(([name]) => name === 'region')).toEqual([
      ['region', 'W&x'],
    ]);
  });

  it('of others is their address', () => expect(questionOf(JSON_FEED).url).toBe(JSON_FEED.url));
});

describe('a GeoJSON summary', () => {
  const feature = (properties: object, coordinates: unknown = [-103, 31, 5], id: unknown = 'a') => ({
    type: 'Feature',
    id,
    properties: { mag: 2, place: 'West', time: 1_517_966_773_840, ...properties },
    geometry: { type: 'Point', coordinates },
  });
  const summary = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

  it('is text, whatever stands in it (E9)', () => {
    const place = '<img src=x onerror=P>\u0000\u202e';
    const { events } = read(JSON_FEED, summary(feature({ place, url: 'https://quakes.example/a' })));
    expect(events).toMatchObject([{ region: '<img src=x onerror=P> \u202e', url: 'https://quakes.example/a' }]);
  });

  it.each(['javascript:P', 'data:text/html,P', '//evil', '\\\\evil', 'https://user:word@evil', 7, null])(
    'has no link %s (E8)',
    (url) => expect(read(JSON_FEED, summary(feature({ url }))).events[0]?.url).toBeNull(),
  );

  it('has features that are none, which are left out and counted', () => {
    const bad = [feature({ time: 'x' }), feature({}, [200, 0]), feature({}, null), 'x', null, feature({}, [0, 0], 7)];
    expect(read(JSON_FEED, summary(feature({ mag: 99 }, [-103, 31]), ...bad))).toMatchObject({
      leftOut: 6,
      events: [{ magnitude: null, depth: null }],
    });
  });
});

describe('what is no answer', () => {
  it.each([
    [TEXT, answer('<!doctype html><p>Sign in'), 'a web page'],
    [JSON_FEED, answer('  <html>'), 'a web page'],
    [TEXT, answer('x', { status: 302 }), 'status 302'],
    [REGION, answer('x', { isCut: true }), 'more than 1 MB'],
    [JSON_FEED, answer('{', { isCut: true }), 'more than 16 MB'],
    [JSON_FEED, answer('{"type":'), 'no GeoJSON'],
    [JSON_FEED, answer('{"type":"Feature"}'), 'no collection of events'],
    [TEXT, answer('one|two\n1|2'), 'id, time, latitude, longitude, magnitude missing'],
    [TEXT, answer(`${HEAD}\nnonsense`), 'none of them is an event'],
    [TEXT, answer(`${HEAD}\n${line('a', '1970-01-18T13:39:33')}`), 'in 1970'],
  ])('is said in words (%#)', (source, reply, words) => {
    expect(() => eventsOf(source, reply, NOW_MS)).toThrow(words);
  });
});

describe('a large answer', () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => line(`e${n}`, '2025-01-01T00:00:00'));
  const many = `${HEAD}\n${lines.join('\n')}`;
  // Unasked it has five seconds, in which a machine that runs all tests at once may not even have begun its thread.
  const large = (text: string, options: Parameters<typeof readAnswer>[1] = { mostMs: 60_000 }) =>
    readAnswer({ source: TEXT, reply: answer(text), nowMs: NOW_MS }, options);

  it('is read as a small one is, beside what the portal does meanwhile', async () => {
    expect(many.length).toBeGreaterThan(1_000_000);
    expect((await large(many)).events.map(({ id }) => id)).toEqual(read(TEXT, many).events.map(({ id }) => id));
  });

  it('that is no answer, or takes too long or too much memory, says so (E9)', async () => {
    await expect(large(`<html>${many}`)).rejects.toThrow('a web page');
    const thread = (code: string) => ({ mostMs: 100, thread: new URL(`data:text/javascript,${code}`) });
    await expect(large(many, thread('for (;;);'))).rejects.toThrow('takes longer to read than it may');
    const bomb = { ...thread('const all = []; for (;;) all.push(new Array(1e6).fill(1));'), mostMs: 60_000 };
    await expect(large(many, bomb)).rejects.toThrow('takes more memory to read than it may');
  });
});

const folder = findTestData();
describe.skipIf(folder === undefined)(`recorded answers (${NO_TEST_DATA})`, () => {
  const recorded = (file: string) => readFileSync(join(folder ?? '', 'earthquakes', file), 'utf8');

  it('the week of the US Geological Survey', () => {
    const { events, leftOut } = read(JSON_FEED, recorded('usgs_all_week_2018-02-07.geojson'));
    const magnitudes = events.flatMap(({ magnitude }) => magnitude ?? []);
    const times = events.map(({ time }) => Date.parse(time));
    expect([events.length, leftOut, new Set(events.map(({ id }) => id)).size]).toEqual([1_707, 0, 1_707]);
    expect([times[0], times.at(-1)]).toEqual([1_517_966_773_840, 1_517_363_399_650]);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect([Math.min(...magnitudes), Math.max(...magnitudes)]).toEqual([-0.8, 6.4]);
    expect([magnitudes.filter((one) => one < 0).length, magnitudes.filter((one) => one >= 2).length]).toEqual([
      44, 446,
    ]);
    expect(events.filter(({ depth }) => depth !== null && depth < 0)).toHaveLength(43);
    expect(events.find(({ id }) => id === 'us1000chhc')).toMatchObject({
      magnitude: 6.4,
      region: '22km NNE of Hualian, Taiwan',
    });
  });

  it.each([
    ['fdsn_text_ingv_5rows.txt', 5, { id: '40277191', magnitude: 2.1, depth: 120.5, time: '2024-08-31T11:24:42.910Z' }],
    [
      'fdsn_text_three_nodes.txt',
      3,
      { id: '20260604_0000095', magnitude: 3.3, region: 'OFF COAST OF ANTOFAGASTA, CHILE' },
    ],
    ['fdsn_text_isc_2rows.txt', 2, { id: '3337497', magnitude: 8.6, depth: 26.3, region: 'SUMATRA' }],
    [
      'derived_fdsn_text_ok_ks_nm.txt',
      14,
      { id: 'us1000chde', magnitude: 2.7, latitude: 35.4264, longitude: -98.1265 },
    ],
  ])('%s', (file, count, newest) => {
    const { events, leftOut } = read(TEXT, recorded(file));
    expect([events.length, leftOut]).toEqual([count, 0]);
    const { time, ...rest } = newest as { time?: string };
    expect(events[0]).toMatchObject(time === undefined || file.includes('ingv') ? rest : newest);
  });
});
