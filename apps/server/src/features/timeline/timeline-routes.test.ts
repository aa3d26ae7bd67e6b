import { permissionId, type ReplyOf, type timeline } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { everyRecord } from '#testing/every-record.ts';
import { LiveClient } from '#testing/live-client.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient, TestReply } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

type Page = ReplyOf<typeof timeline.getTimeline>;

describe.each(everyPortal())('the timeline of an asset on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let operator: PortalClient;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    operator = await portal.as('opA');
    await everyRecord(portal, 'root', { assetId: world.a1.assetId, assetDefinitionId: world.definition }, 'Everything');
  });
  afterAll(() => portal.close());

  const path = (assetId: number, query = '') => `/api/assets/${assetId}/timeline${query}`;
  const note = (more: object = {}) => ({
    assetId: world.a2.assetId,
    timestamp: '2026-03-01T12:00:00.000Z',
    cause: 'Seal looked at',
    ...more,
  });

  async function all(client: PortalClient, assetId: number, query = ''): Promise<timeline.TimelineEntry[]> {
    const entries: timeline.TimelineEntry[] = [];
    let next: string | null = null;
    do {
      const cursor: string = next === null ? '' : `&cursor=${next}`;
      const { status, body }: TestReply<Page> = await client.get<Page>(path(assetId, `?limit=2${query}${cursor}`));
      expect(status).toBe(200);
      expect(body.entries.length).toBeLessThanOrEqual(2);
      entries.push(...body.entries);
      next = body.next;
    } while (next !== null);
    return entries;
  }

  it('is refused without a session, without Assets/View and out of scope, before its filter is looked at', async () => {
    const wrong = '?kinds=nonsense&from=yesterday';
    expect((await fetch(`${portal.url}${path(world.a1.assetId, wrong)}`)).status).toBe(401);
    expect((await (await portal.as('nobody')).get(path(world.a1.assetId, wrong))).status).toBe(403);
    for (const of of ['', '/export']) {
      expect((await operator.get(`/api/assets/${world.b1.assetId}/timeline${of}`)).status).toBe(404);
    }
    for (const query of [wrong, '?kinds=', '?cursor=1', '?limit=0', '?limit=501', `?text=${'x'.repeat(201)}`]) {
      expect((await operator.get(path(world.a1.assetId, query))).status).toBe(400);
    }
  });

  it('shows each kind to holders of its own permission alone', async () => {
    const kindsSeen = async (username: string) => {
      const client = await portal.as(username);
      const { body } = await client.get<Page>(path(world.a1.assetId));
      const seen = new Set(body.entries.map(({ kind }) => kind));
      // Asking for a kind does not bring it.
      const asked = await client.get<Page>(
        path(world.a1.assetId, '?kinds=alarm,comment,command,edit,file,note,event,maintenance'),
      );
      expect(new Set(asked.body.entries.map(({ kind }) => kind))).toEqual(seen);
      return { kinds: body.kinds, seen: [...seen].sort() };
    };
    const groups = [world.groupA];
    await portal.aUser({ username: 'bare', permissions: [6], assetGroups: groups });
    await portal.aUser({
      username: 'commands',
      permissions: [6, permissionId('Commands', 'View')],
      assetGroups: groups,
    });
    await portal.aUser({ username: 'files', permissions: [6, permissionId('Files', 'View')], assetGroups: groups });
    await portal.aUser({ username: 'events', permissions: [6, permissionId('Events', 'View')], assetGroups: groups });
    expect(await kindsSeen('bare')).toEqual({ kinds: ['connection'], seen: [] });
    expect(await kindsSeen('commands')).toEqual({ kinds: ['command', 'connection'], seen: ['command'] });
    expect(await kindsSeen('files')).toEqual({ kinds: ['connection', 'file'], seen: ['file'] });
    const { kinds } = await kindsSeen('events');
    expect(kinds).toEqual(['connection', 'maintenance', 'event', 'note']);
    expect((await kindsSeen('root')).kinds).toHaveLength(9);
    const csv = await (await portal.as('files')).get(`/api/assets/${world.a1.assetId}/timeline/export`);
    expect(csv.text).toContain('Everything.png');
    expect(csv.text).not.toContain('pump.say');
  });

  it('has all of one asset in one order, page by page, each entry once', async () => {
    const at = '2026-02-01T00:00:00.000Z';
    const moments = [at, at, at, '2026-01-31T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
    const bodies = moments.map((timestamp, index) => note({ timestamp, cause: `One of one moment ${index}` }));
    await operator.put('/api/events', bodies);
    const entries = await all(root, world.a2.assetId, '&text=one%20MOMENT');
    expect(entries.map(({ text }) => text.slice(-1))).toEqual(['4', '2', '1', '0', '3']);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(5);
    const everything = await all(root, world.a1.assetId);
    const times = everything.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(everything.map(({ key }) => key)).size).toBe(everything.length);
    expect(new Set(everything.map(({ kind }) => kind))).toEqual(new Set(['alarm', 'command', 'file', 'maintenance']));
  });

  it('holds notes: written, worded anew and deleted by whoever may', async () => {
    expect((await (await portal.as('viewA')).put('/api/events', [note()])).status).toBe(403);
    expect((await operator.put('/api/events', [note({ assetId: world.b1.assetId })])).status).toBe(404);
    const [made] = (await operator.put<{ eventId: number }[]>('/api/events', [note()])).body;
    const ofNotes = () => all(operator, world.a2.assetId, '&kinds=note&text=looked');
    expect(await ofNotes()).toMatchObject([
      { kind: 'note', text: 'Seal looked at', user: 'opA', id: made?.eventId, title: 'Note', state: '' },
    ]);
    await operator.put('/api/events', [note({ eventId: made?.eventId, cause: 'Seal looked at twice' })]);
    expect(await ofNotes()).toMatchObject([{ text: 'Seal looked at twice', user: 'opA' }]);
    expect((await operator.delete(`/api/events/${made?.eventId}`)).status).toBe(200);
    expect(await ofNotes()).toEqual([]);
  });

  it('narrows by span, kind and a text that is taken literally', async () => {
    await operator.put('/api/events', [
      note({ timestamp: '2026-04-01T00:00:00.000Z', cause: 'Lost 50% of flow_rate' }),
    ]);
    const found = async (query: string) => (await all(operator, world.a2.assetId, query)).map(({ text }) => text);
    const text = 'Lost 50% of flow_rate';
    expect(await found('&text=50%25%20of')).toEqual([text]);
    expect(await found('&text=w_r')).toEqual([text]);
    expect(await found('&text=5_%25')).toEqual([]);
    expect(await found('&from=2026-04-01T00:00:00Z&to=2026-04-01T00:00:00Z')).toEqual([text]);
    expect(await found('&from=2026-04-01T00:00:00.001Z&kinds=note')).toEqual([]);
    expect(await found('&text=flow_rate&kinds=file,alarm')).toEqual([]);
  });

  it('tells a time offline as one entry, with its end', async () => {
    const asset = await portal.anAsset({ assetDefinitionId: world.definition });
    const entry = (eventDefinitionId: number, timestamp_ms: number) => ({
      asset_id: asset.assetId,
      event_definition_id: eventDefinitionId,
      timestamp_ms,
      received_ms: timestamp_ms,
      cause: '',
      meta: '',
      status: 3,
      by_name: 'telltale',
    });
    const rows = [entry(1, 1_000), entry(2, 5_000), entry(1, 9_000)];
    await portal.context.db.insertInto('events').values(rows).execute();
    const spans = (await all(root, asset.assetId, '&text=offl')).map(({ time, until }) => [
      Date.parse(time),
      until && Date.parse(until),
    ]);
    expect(spans).toEqual([
      [9_000, null],
      [1_000, 5_000],
    ]);
  });

  it('tells edits of the history by what was edited, and imports without their folder', async () => {
    const asset = await portal.anAsset({ assetDefinitionId: world.definition });
    const point = { label: 'Casing pressure', timeMs: Date.parse('2026-05-01T00:00:00Z'), value: 4, quality: 192 };
    await portal.context.pipeline.accept(asset, [point]);
    const dataItemId = [...(portal.context.registry.find(asset.assetId)?.slots() ?? [])][0]?.dataItemId;
    const [startDate, endDate] = ['2026-05-01T00:00:00Z', '2026-05-01T01:00:00Z'];
    const edit = { assetId: asset.assetId, dataItemId, startDate, endDate, newValue: 7 };
    expect((await root.put('/api/ef/historicaldataupdate', [edit])).status).toBe(200);
    await portal.context.journal.append({
      kind: 'history',
      assetId: asset.assetId,
      what: 'imported /srv/secret/old.csv',
      after: { points: 1, fromMs: 1_000, toMs: 2_000 },
      by: { name: 'telltale import' },
    });
    const entries = await all(root, asset.assetId, '&kinds=edit');
    expect(entries).toMatchObject([
      { title: 'History', state: 'imported', text: '1 value from old.csv', from: new Date(1_000).toISOString() },
      { title: 'Casing pressure', text: '1 value set to 7', until: new Date(endDate).toISOString(), id: dataItemId },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
    expect(await all(root, asset.assetId, '&kinds=edit&text=casing')).toHaveLength(1);
    const attributeValue = JSON.stringify({ [String(dataItemId)]: 'Annulus B' });
    await root.put(`/api/assets/${asset.assetId}/attributes`, { attributeName: 'aliasMap', attributeValue });
    for (const text of ['casing', 'annulus']) {
      const found = await all(root, asset.assetId, `&kinds=edit&text=${text}`);
      expect(found.map(({ title }) => title)).toEqual(['Annulus B']);
    }
    expect(await all(root, asset.assetId, '&kinds=edit&text=tubing')).toEqual([]);
  });

  it('tells what an edit has set with its unit, on the screen and in a file', async () => {
    const asset = await portal.anAsset({ assetDefinitionId: world.definition });
    const post = `/api/ef/assetdefinitions/${world.definition}/dataitemdefinitions`;
    const [item] = (await root.post<{ dataItemId: number }[]>(post, [{ label: 'Set by hand', unit: 'psi' }])).body;
    const startDate = '2026-05-01T00:00:00Z';
    const points = [{ label: 'Set by hand', timeMs: Date.parse(startDate), value: 4, quality: 192 as const }];
    await portal.context.pipeline.accept(asset, points);
    const range = { startDate, endDate: '2026-05-01T01:00:00Z' };
    const edit = { assetId: asset.assetId, dataItemId: item?.dataItemId, ...range, newValue: -7.5 };
    expect((await root.put('/api/ef/historicaldataupdate', [edit])).status).toBe(200);
    const [entry] = await all(root, asset.assetId, '&kinds=edit');
    const { text = '', causeNumbers = [] } = entry ?? {};
    expect(text).toBe('1 value set to -7.5');
    expect(causeNumbers.map(({ start, end, unit }) => [text.slice(start, end), unit])).toEqual([['-7.5', 'psi']]);
    const file = await root.get(`/api/assets/${asset.assetId}/timeline/export?kinds=edit`);
    expect(file.text).toContain(',1 value set to -7.5 psi,');
  });

  it('goes out as CSV that no spreadsheet runs', async () => {
    await operator.put('/api/events', [note({ cause: '=HYPERLINK("http://x")' })]);
    const { status, headers, text } = await operator.get(
      `/api/assets/${world.a2.assetId}/timeline/export?kinds=note&text=hyper`,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toContain('Time,Kind,What,State,Text,By,From,Until,Severity');
    expect(lines.slice(1)).toEqual([`2026-03-01T12:00:00.000Z,note,Note,,"'=HYPERLINK(""http://x"")",opA,,,`]);
  });

  it('says that it has changed to who sees the asset, and says nothing else', async () => {
    const live = new LiveClient(portal.url);
    expect(await live.connect(operator.login?.brokerToken)).toBe(0);
    const topic = `telltale/assets/${world.a2.assetId}/records`;
    expect(await live.subscribe(topic)).toEqual([0]);
    expect(await live.subscribe(`telltale/assets/${world.b1.assetId}/records`)).toEqual([128]);
    await operator.put('/api/events', [note({ cause: 'told live' })]);
    const message = await live.message((one) => one.topic === topic);
    expect(message?.body).toEqual({ assetId: world.a2.assetId });
    live.socket.close();
  });
});
