import { type assets, type commandDefinitions, type commands, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const PATH = '/api/ef/commanddefinitions';

describe.each(everyPortal())('templates of commands, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let operator: PortalClient;

  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    operator = await portal.as('opA');
  });
  afterAll(() => portal.close());

  const listOf = (client: PortalClient) =>
    client.get<commandDefinitions.CommandDefinition[]>(
      `/api/ef/assetdefinitions/${world.definition}/commanddefinitions`,
    );
  const template = (more: object = {}) => ({
    assetDefinitionId: world.definition,
    name: 'Set speed',
    module: 'pump',
    command: 'speed',
    form: {
      type: 'object',
      properties: { speed: { type: 'number', minimum: 0, maximum: 100 }, ramp: { type: 'integer', default: 5 } },
      required: ['speed'],
    },
    ...more,
  });
  async function saved(more: object = {}): Promise<commandDefinitions.CommandDefinition> {
    const reply = await root.post<commandDefinitions.CommandDefinition>(PATH, template(more));
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  }
  const send = (input: object, client = operator) =>
    client.post<commands.Command[]>('/api/commands', [{ assetId: world.a1.assetId, ...input }]);

  it('are kept, changed and deleted with an entry in the journal each, and seen by who sees the definition', async () => {
    const { commandDefinitionId } = await saved({ name: 'Kept' });
    const changed = await saved({ commandDefinitionId, name: 'Kept 2', dangerous: true, within: 5 });
    expect(changed).toMatchObject({ commandDefinitionId, name: 'Kept 2', dangerous: true, within: 5, expiration: 900 });
    expect((await listOf(operator)).body).toContainEqual(changed);
    expect((await listOf(await portal.as('opB'))).status).toBe(404);
    expect((await listOf(await portal.as('viewA'))).status).toBe(403);
    expect((await root.delete(`${PATH}/${commandDefinitionId}`)).status).toBe(200);
    expect((await root.delete(`${PATH}/${commandDefinitionId}`)).status).toBe(404);
    const { body } = await root.get<{ entries: { what: string }[] }>('/api/journal?kind=command%20template');
    for (const done of ['created', 'changed', 'deleted']) {
      expect(body.entries.map(({ what }) => what)).toContain(`command template ${commandDefinitionId} ${done}`);
    }
  });

  it.each([
    ['a form with a pattern', { form: { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } } }],
    ['a form with a reference', { form: { type: 'object', properties: { a: { $ref: '#' } } } }],
    ['a form that is no object', { form: { type: 'array' } }],
    ['a field of a type that has no form', { form: { type: 'object', properties: { a: { type: 'object' } } } }],
    ['a default that does not fit', { form: { type: 'object', properties: { a: { type: 'number', default: 'x' } } } }],
    ['limits that cross', { form: { type: 'object', properties: { a: { type: 'number', minimum: 2, maximum: 1 } } } }],
    ['a needed field that it does not have', { form: { type: 'object', properties: {}, required: ['a'] } }],
    ['a parameter of a field that it does not have', { parameterField: 'constructor' }],
    ['no module', { module: ' ' }],
    ['a name of 300 characters', { name: 'x'.repeat(300) }],
    ['no time to see anything in', { within: 0 }],
  ])('with %s are refused', async (_, more) => {
    expect((await root.post(PATH, template({ name: 'Refused', ...more }))).status).toBe(400);
    expect((await listOf(root)).body.map(({ name }) => name)).not.toContain('Refused');
  });

  it('have names of their own within a definition', async () => {
    await saved({ name: 'Twice' });
    expect((await root.post(PATH, template({ name: 'TWICE' }))).status).toBe(409);
  });

  it('are not changed by who sees only some of the assets', async () => {
    const { commandDefinitionId } = await saved({ name: 'Shared' });
    await portal.anAsset({ assetDefinitionId: world.definition });
    expect((await operator.post(PATH, template({ name: 'Mine' }))).status).toBe(403);
    expect((await operator.delete(`${PATH}/${commandDefinitionId}`)).status).toBe(403);
  });

  it('are sent by their form: the command is put together by the portal', async () => {
    const { commandDefinitionId, name } = await saved({ name: 'By form', expiration: 60 });
    const reply = await send({ commandDefinitionId, values: { speed: 40 } });
    const [command] = reply.body;
    expect(command).toMatchObject({ commandDefinitionId, templateName: name, state: 'queued' });
    expect(JSON.parse(command?.command ?? '')).toEqual({
      module: 'pump',
      command: 'speed',
      parameter: { speed: 40, ramp: 5 },
    });
    expect(Date.parse(command?.expires ?? '') - Date.parse(command?.created ?? '')).toBe(60_000);
    const single = await saved({ name: 'One value', parameterField: 'speed' });
    const [one] = (await send({ commandDefinitionId: single.commandDefinitionId, values: { speed: 7 } })).body;
    expect(JSON.parse(one?.command ?? '').parameter).toBe(7);
  });

  it('refuse what does not fit, one of many spoils all', async () => {
    const { commandDefinitionId } = await saved({ name: 'Strict' });
    const { total } = (await operator.get<{ total: number }>('/api/commands?limit=1')).body;
    for (const values of [{}, { speed: 101 }, { speed: '40' }, { speed: 1, other: 1 }]) {
      expect((await send({ commandDefinitionId, values })).status).toBe(400);
    }
    const good = { assetId: world.a1.assetId, commandDefinitionId, values: { speed: 4 } };
    expect((await operator.post('/api/commands', [good, { ...good, values: {} }])).status).toBe(400);
    expect((await operator.post('/api/commands', [good, { ...good, assetId: world.b1.assetId }])).status).toBe(404);
    expect((await send({ commandDefinitionId: 999_999, values: {} })).status).toBe(404);
    expect((await send({ commandDefinitionId, command: '{}', values: { speed: 1 } })).status).toBe(400);
    const foreign = await (await portal.as('adminB')).post('/api/commands', [{ ...good, assetId: world.b1.assetId }]);
    expect(foreign.status).toBe(404);
    expect((await operator.get<{ total: number }>('/api/commands?limit=1')).body.total).toBe(total);
  });

  it('are sent to an asset that has not sent yet what they move, as is what is typed by hand where another asset in sight has', async () => {
    const point = { label: 'Late speed', timeMs: undefined, value: 4, quality: 192 };
    await portal.context.pipeline.accept(world.a1, [point]);
    const items = (await root.get<assets.CurrentValue[]>(`/api/ef/assets/${world.a1.assetId}/dataitems`)).body;
    const dataItemId = items.find(({ label }) => label === 'Late speed')?.dataItemId;
    const typed = { assetId: world.a2.assetId, command: '{"module":"a","command":"b"}', effect: { dataItemId } };
    const watched = await operator.post<commands.Command[]>('/api/commands', [typed]);
    expect(watched.body[0]?.effect).toMatchObject({ dataItemId, label: 'Late speed', before: null });
    // The name of what only others have sent is nobody's here.
    const unseen = await portal.anAsset({ assetDefinitionId: world.definition });
    await portal.context.pipeline.accept(unseen, [{ ...point, label: 'Not theirs' }]);
    const theirs = (await root.get<assets.CurrentValue[]>(`/api/ef/assets/${unseen.assetId}/dataitems`)).body;
    const hidden = theirs.find(({ label }) => label === 'Not theirs')?.dataItemId;
    expect(hidden).toBeGreaterThan(0);
    const spying = { ...typed, effect: { dataItemId: hidden } };
    expect((await operator.post('/api/commands', [spying])).status).toBe(404);

    const { commandDefinitionId } = await saved({ name: 'Moves late', dataItemId });
    const inputs = [world.a1, world.a2].map(({ assetId }) => ({ assetId, commandDefinitionId, values: { speed: 3 } }));
    const reply = await operator.post<commands.Command[]>('/api/commands', inputs);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.map(({ effect }) => effect?.label)).toEqual(['Late speed', 'Late speed']);
  });

  describe('sent again', () => {
    const again = (commandId: number | undefined, more: object = {}, client = operator) =>
      client.post<commands.Command[]>('/api/commands', [{ assetId: world.a1.assetId, again: commandId, ...more }]);

    it('keep their name, their text, what they should do and how long they wait, whatever became of the template', async () => {
      await portal.context.pipeline.accept(world.a2, [
        { label: 'Only there', timeMs: undefined, value: 4, quality: 192 },
      ]);
      const items = (await root.get<assets.CurrentValue[]>(`/api/ef/assets/${world.a2.assetId}/dataitems`)).body;
      const dataItemId = items.find(({ label }) => label === 'Only there')?.dataItemId;
      const moves = { dataItemId, expectedField: 'speed', tolerance: 2, within: 7, expiration: 300 };
      const { commandDefinitionId } = await saved({ name: 'Again', ...moves });
      const [first] = (await send({ commandDefinitionId, values: { speed: 40 } })).body;
      expect(first?.effect).toMatchObject({ label: 'Only there', expected: 40 });
      expect((await root.delete(`${PATH}/${commandDefinitionId}`)).status).toBe(200);
      const reply = await again(first?.commandId);
      expect(reply.status, reply.text).toBe(200);
      const [second] = reply.body;
      const { command, effect, templateName } = first as commands.Command;
      expect(second).toMatchObject({ command, effect, templateName, commandDefinitionId, state: 'queued' });
      expect(templateName).toBe('Again');
      expect(second?.commandId).not.toBe(first?.commandId);
      expect(Date.parse(second?.expires ?? '') - Date.parse(second?.created ?? '')).toBe(300_000);
    });

    it('need a second person where one is needed by now', async () => {
      const harmless = await saved({ name: 'Blow', module: 'valve', command: 'blow' });
      const { commandDefinitionId } = harmless;
      const [first] = (await send({ commandDefinitionId, values: { speed: 1 } })).body;
      expect(first?.state).toBe('queued');
      await saved({ ...harmless, dangerous: true });
      expect((await again(first?.commandId)).body[0]).toMatchObject({ state: 'awaiting release', dangerous: true });
    });

    it('are of the same asset, in sight, and nothing else beside', async () => {
      const command = '{"module":"pump","command":"stop"}';
      const [first] = (await send({ command })).body;
      expect((await again(999_999)).status).toBe(404);
      expect((await again(first?.commandId, { assetId: world.a2.assetId })).status).toBe(404);
      expect((await again(first?.commandId, { assetId: world.b1.assetId })).status).toBe(404);
      expect((await again(first?.commandId, { command })).status).toBe(400);
      const permissions = [permissionId('Assets', 'View'), permissionId('Commands', 'Create')];
      await portal.aUser({ username: 'blind', permissions, assetGroups: [world.groupA] });
      expect((await again(first?.commandId, {}, await portal.as('blind'))).status).toBe(403);
    });
  });

  it('are sent to many assets at once, with what becomes of each', async () => {
    const { commandDefinitionId } = await saved({ name: 'To all' });
    const inputs = [world.a1, world.a2].map(({ assetId }) => ({ assetId, commandDefinitionId, values: { speed: 1 } }));
    const { body } = await operator.post<commands.Command[]>('/api/commands', inputs);
    expect(body.map(({ assetId, state }) => [assetId, state])).toEqual([
      [world.a1.assetId, 'queued'],
      [world.a2.assetId, 'queued'],
    ]);
  });
});

describe('the record of commands', () => {
  it('holds those to assets in sight, by asset, state, name and time, a page at a time', async () => {
    const portal = await startPortal();
    const world = await buildTwoUnits(portal);
    const operator = await portal.as('opA');
    const other = await portal.as('opB');
    const command = JSON.stringify({ module: 'pump', command: 'stop' });
    const sent = async (client: PortalClient, assetId: number) =>
      (await client.post<commands.Command[]>('/api/commands', [{ assetId, command }])).body[0]?.commandId;
    const first = await sent(operator, world.a1.assetId);
    const second = await sent(operator, world.a2.assetId);
    const foreign = await sent(other, world.b1.assetId);
    const ids = async (client: PortalClient, query: string) => {
      const { body } = await client.get<{ total: number; commands: commands.Command[] }>(`/api/commands?${query}`);
      return [body.total, body.commands.map(({ commandId }) => commandId)];
    };
    expect(await ids(operator, '')).toEqual([2, [second, first]]);
    expect(await ids(other, '')).toEqual([1, [foreign]]);
    expect((await (await portal.as('nobody')).get('/api/commands')).status).toBe(403);
    expect(await ids(operator, 'limit=1&offset=1')).toEqual([2, [first]]);
    expect(await ids(operator, `assetId=${world.a1.assetId}`)).toEqual([1, [first]]);
    expect((await operator.get(`/api/commands?assetId=${world.b1.assetId}`)).status).toBe(404);
    expect(await ids(operator, 'state=queued&user=OPA')).toEqual([2, [second, first]]);
    const named = { assetDefinitionId: world.definition, name: '100% speed', module: 'pump', command: 'full' };
    const { commandDefinitionId } = (await (await portal.as('root')).post<{ commandDefinitionId: number }>(PATH, named))
      .body;
    const full = [{ assetId: world.a1.assetId, commandDefinitionId }];
    const third = (await operator.post<commands.Command[]>('/api/commands', full)).body[0]?.commandId;
    expect(await ids(operator, 'template=0%25%20SPEED')).toEqual([1, [third]]);
    expect(await ids(operator, 'template=pump')).toEqual([0, []]);
    expect(await ids(operator, 'state=expired')).toEqual([0, []]);
    expect(await ids(operator, 'user=%25')).toEqual([0, []]);
    expect(await ids(operator, 'to=2001-01-01T00:00:00Z')).toEqual([0, []]);
    expect(await ids(operator, 'from=2001-01-01T00:00:00Z')).toEqual([3, [third, second, first]]);
    expect((await operator.get('/api/commands?state=gone')).status).toBe(400);
    expect((await operator.get('/api/commands?from=yesterday')).status).toBe(400);
    await portal.close();
  });
});
