import { type commandDefinitions, type commands, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { connectDevice, nextMessage } from '#testing/device-client.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const RPC = 'v1/devices/me/rpc/request/+';
const CREATE = permissionId('Commands', 'Create');

describe.each(everyPortal())('a dangerous command, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let clock: TestClock;
  let operator: PortalClient;
  let second: PortalClient;
  let blow: commandDefinitions.CommandDefinition;

  beforeAll(async () => {
    clock = new TestClock();
    portal = await start({ clock });
    world = await buildTwoUnits(portal);
    await portal.aUser({ username: 'opA2', permissions: OPERATOR_PERMISSIONS, assetGroups: [world.groupA] });
    operator = await portal.as('opA');
    second = await portal.as('opA2');
    const template = { assetDefinitionId: world.definition, name: 'Blow down', module: 'valve', command: 'blow' };
    const made = await (await portal.as('root')).post<commandDefinitions.CommandDefinition>(
      '/api/ef/commanddefinitions',
      { ...template, dangerous: true, expiration: 600 },
    );
    blow = made.body;
  });
  afterAll(() => portal.close());

  async function ask(more: object = { commandDefinitionId: blow.commandDefinitionId }): Promise<commands.Command> {
    const reply = await operator.post<commands.Command[]>('/api/commands', [{ assetId: world.a1.assetId, ...more }]);
    expect(reply.status, reply.text).toBe(200);
    return reply.body[0] as commands.Command;
  }
  const stateOf = async (commandId: number) =>
    (await operator.get<commands.Command>(`/api/commands/${commandId}`)).body;

  it('reaches no device before a second person has released it, and then it does', async () => {
    const device = await connectDevice(portal, world.a1.accessToken);
    const heard: string[] = [];
    device.on('message', (topic) => heard.push(topic));
    await device.subscribeAsync(RPC, { qos: 1 });
    const { commandId, state, dangerous } = await ask();
    expect([state, dangerous]).toEqual(['awaiting release', true]);
    const path = `/api/commands/${commandId}/release`;
    expect((await operator.post(path, {})).status).toBe(403);
    expect((await (await portal.as('viewA')).post(path, {})).status).toBe(403);
    expect((await (await portal.as('opB')).post(path, {})).status).toBe(404);
    await device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"ok":true}', { qos: 1 });
    expect(await stateOf(commandId)).toMatchObject({ state: 'awaiting release', answer: null, furtherAnswers: [] });
    expect(heard).toEqual([]);
    const arrived = nextMessage(device);
    const released = await second.post<commands.Command>(path, {});
    expect(released.body).toMatchObject({ state: 'queued', releasedBy: 'opA2', username: 'opA' });
    expect((await arrived).topic).toBe(`v1/devices/me/rpc/request/${commandId}`);
    expect((await second.post(path, {})).status).toBe(409);
    await device.endAsync();
    const { body } = await (await portal.as('root')).get<{ entries: { what: string; user: string }[] }>(
      `/api/journal?kind=command&assetId=${world.a1.assetId}`,
    );
    expect(body.entries).toContainEqual(
      expect.objectContaining({ what: `command ${commandId} asked for, awaiting release`, user: 'opA' }),
    );
    expect(body.entries).toContainEqual(
      expect.objectContaining({ what: `command ${commandId} released`, user: 'opA2' }),
    );
  });

  it('that a second person refused is never sent, nor one that was taken back', async () => {
    const root = await portal.as('root');
    const decisions = [
      { client: second, by: 'opA2', what: 'refused' },
      { client: operator, by: 'opA', what: 'taken back' },
    ];
    for (const { client, by, what } of decisions) {
      const { commandId } = await ask();
      const path = `/api/commands/${commandId}/refuse`;
      expect((await (await portal.as('viewA')).post(path, {})).status).toBe(403);
      expect((await (await portal.as('opB')).post(path, {})).status).toBe(404);
      const refused = await client.post<commands.Command>(path, {});
      expect(refused.body).toMatchObject({ state: 'refused', released: null, refusedBy: by, sent: null });
      expect(refused.body.ended).not.toBeNull();
      expect((await second.post(path, {})).status).toBe(409);
      expect((await second.post(`/api/commands/${commandId}/release`, {})).status).toBe(409);
      const { body } = await root.get<{ entries: { what: string; user: string }[] }>(
        `/api/journal?kind=command&assetId=${world.a1.assetId}`,
      );
      expect(body.entries).toContainEqual(expect.objectContaining({ what: `command ${commandId} ${what}`, user: by }));
      clock.advance(601_000);
      expect((await stateOf(commandId)).state).toBe('refused');
    }
  });

  it('is one too when it is typed by hand', async () => {
    const command = JSON.stringify({ module: 'valve', command: 'blow', parameter: { now: true } });
    expect((await ask({ command })).state).toBe('awaiting release');
    expect((await ask({ command: JSON.stringify({ module: 'valve', command: 'close' }) })).state).toBe('queued');
  });

  it.each([
    ['its words divided elsewhere', { module: 'Valve Control', command: 'Main.Blow' }],
    ['in other capitals', { module: 'valve CONTROL.main', command: 'BLOW' }],
    ['with a blank more', { module: ' Valve Control.Main', command: 'Blow ' }],
    ['the metric’s name alone', { module: 'metric', command: 'Pump/Run', parameter: true }],
    ['a metric among several', { module: 'metric', command: 'write', parameter: { Level: 1, 'Pump/Run': true } }],
    ['the metric’s name divided elsewhere', { module: 'Pump/Line', command: 'Open' }],
    ['one of the metrics that its form writes', { module: 'Tank', command: 'Vent' }],
  ])('is one too when a device would hear the same: %s', async (_, text) => {
    const root = await portal.as('root');
    const definition = { assetDefinitionId: world.definition, dangerous: true };
    const made = [
      { name: 'Main', module: 'Valve Control.Main', command: 'Blow' },
      { name: 'Run', module: 'Pump', command: 'Run' },
      { name: 'Open', module: 'Pump', command: 'Line/Open' },
      {
        ...{ name: 'Vent', module: 'metric', command: 'write' },
        form: { type: 'object', properties: { 'Tank/Vent': { type: 'boolean' } } },
      },
    ];
    const ids: number[] = [];
    for (const one of made) {
      const reply = await root.post<commandDefinitions.CommandDefinition>('/api/ef/commanddefinitions', {
        ...definition,
        ...one,
      });
      expect(reply.status, reply.text).toBe(200);
      ids.push(reply.body.commandDefinitionId);
    }
    onTestFinished(async () => {
      for (const id of ids) await root.delete(`/api/ef/commanddefinitions/${id}`);
    });
    expect((await ask({ command: JSON.stringify(text) })).state).toBe('awaiting release');
    const other = { module: 'metric', command: 'Pump/Stop', parameter: true };
    expect((await ask({ command: JSON.stringify(other) })).state).toBe('queued');
  });

  it('is released once by two people who press at the same time', async () => {
    await portal.aUser({ username: 'opA3', permissions: OPERATOR_PERMISSIONS, assetGroups: [world.groupA] });
    const third = await portal.as('opA3');
    const { commandId } = await ask();
    const path = `/api/commands/${commandId}/release`;
    const replies = await Promise.all([second.post(path, {}), third.post(path, {})]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  describe('to several assets', () => {
    type Decided = { decided: commands.Command[]; left: { commandId: number; reason: string }[] };
    const decide = async (client: PortalClient, decision: 'release' | 'refuse', commandIds: readonly number[]) =>
      (await client.post<Decided>('/api/commands/decisions', { decision, commandIds })).body;
    const idsOf = (list: readonly { commandId: number }[]) => list.map(({ commandId }) => commandId);
    let assetIds: number[];

    beforeAll(async () => {
      assetIds = [];
      for (let i = 0; i < 5; i++)
        assetIds.push((await portal.anAsset({ assetDefinitionId: world.definition })).assetId);
      await portal.context.ownership.links.add(systemCaller, 'assets', world.groupA, assetIds as never[]);
      operator = await portal.as('opA');
      second = await portal.as('opA2');
    });
    async function askAll(): Promise<number[]> {
      const { commandDefinitionId } = blow;
      const inputs = assetIds.map((assetId) => ({ assetId, commandDefinitionId }));
      const reply = await operator.post<commands.Command[]>('/api/commands', inputs);
      expect(reply.status, reply.text).toBe(200);
      return idsOf(reply.body);
    }

    it('is released by one word, but for the assets where that is not allowed at that moment, which are named', async () => {
      const ids = await askAll();
      const [ended = 0, gone = 0, ...others] = ids;
      await second.post(`/api/commands/${ended}/refuse`, {});
      const root = await portal.as('root');
      await root.delete(`/api/assetgroups/${world.groupA}/assets`, [assetIds[1]]);
      onTestFinished(async () => {
        await root.put(`/api/assetgroups/${world.groupA}/assets`, [assetIds[1]]);
      });
      const own = await decide(operator, 'release', ids);
      expect(own.decided).toEqual([]);
      expect(own.left).toHaveLength(5);
      const { decided, left } = await decide(second, 'release', [...ids, ...ids, 999_999]);
      expect(idsOf(decided)).toEqual(others);
      expect(new Set(decided.map(({ state, releasedBy }) => `${state} ${releasedBy}`))).toEqual(
        new Set(['queued opA2']),
      );
      expect(left).toEqual([
        { commandId: ended, reason: 'The command does not await a release any more.' },
        { commandId: gone, reason: 'The command was not found.' },
        { commandId: 999_999, reason: 'The command was not found.' },
      ]);
      const { body } = await root.get<{ entries: { what: string; user: string }[] }>(
        `/api/journal?kind=command&assetId=${assetIds[2]}`,
      );
      expect(body.entries).toContainEqual(
        expect.objectContaining({ what: `command ${others[0]} released`, user: 'opA2' }),
      );
      expect((await (await portal.as('viewA')).post('/api/commands/decisions', {})).status).toBe(403);
      const none = { decision: 'release', commandIds: [] };
      expect((await second.post('/api/commands/decisions', none)).status).toBe(400);
    });

    it('is taken back by one word of who asked for it', async () => {
      const ids = await askAll();
      const { decided, left } = await decide(operator, 'refuse', ids);
      expect([idsOf(decided), left]).toEqual([ids, []]);
      expect(new Set(decided.map(({ state, refusedBy }) => `${state} ${refusedBy}`))).toEqual(new Set(['refused opA']));
    });

    it('is decided once for each asset by two people who release and refuse it at the same time', async () => {
      const ids = await askAll();
      const [released, refused, again] = await Promise.all([
        decide(second, 'release', ids),
        decide(await portal.as('opA2'), 'refuse', ids.toReversed()),
        decide(await portal.as('opA2'), 'release', ids),
      ]);
      // What one has released the other may still refuse, as long as it has not gone out.
      expect(idsOf([...released.decided, ...again.decided]).toSorted()).toEqual(
        [...new Set(idsOf([...released.decided, ...again.decided]))].toSorted(),
      );
      for (const id of ids) {
        const isRefused = idsOf(refused.decided).includes(id);
        expect((await stateOf(id)).state).toBe(isRefused ? 'refused' : 'queued');
        expect(isRefused || idsOf([...released.decided, ...again.decided]).includes(id)).toBe(true);
      }
    });
  });

  it('cannot be released once its time is up, whether or not that has been noted yet', async () => {
    const { commandId } = await ask();
    clock.advance(601_000);
    expect((await second.post(`/api/commands/${commandId}/release`, {})).status).toBe(409);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('expired');
  });

  it('is not released once who asked for it may not send it any more, and is refused then', async () => {
    const asker = { username: 'opA9', permissions: OPERATOR_PERMISSIONS };
    const { userId, userGroupId } = await portal.aUser({ ...asker, assetGroups: [world.groupA] });
    const root = await portal.as('root');
    const withdrawals = [
      () =>
        portal.setPermissions(
          userGroupId,
          OPERATOR_PERMISSIONS.filter((id) => id !== CREATE),
        ),
      () => root.delete(`/api/usergroups/${userGroupId}/assetgroups`, [world.groupA]),
      () => root.delete(`/api/users/${userId}`),
    ];
    for (const withdraw of withdrawals) {
      const reply = await (await portal.as('opA9')).post<commands.Command[]>('/api/commands', [
        { assetId: world.a1.assetId, commandDefinitionId: blow.commandDefinitionId },
      ]);
      expect(reply.status, reply.text).toBe(200);
      const { commandId } = reply.body[0] as commands.Command;
      await withdraw();
      const released = await second.post<{ error: { message: string } }>(`/api/commands/${commandId}/release`, {});
      expect([released.status, released.body.error.message]).toEqual([
        409,
        'opA9 may not send commands to the asset any more. Refuse it, and ask for it anew.',
      ]);
      expect(await stateOf(commandId)).toMatchObject({ state: 'awaiting release', releasedBy: null });
      expect((await second.post(`/api/commands/${commandId}/refuse`, {})).body).toMatchObject({ refusedBy: 'opA2' });
      await portal.setPermissions(userGroupId, OPERATOR_PERMISSIONS);
      await root.put(`/api/usergroups/${userGroupId}/assetgroups`, [world.groupA]);
    }
  });

  it('still awaits its release after a restart', async () => {
    const { commandId } = await ask();
    await portal.restart();
    expect((await stateOf(commandId)).state).toBe('awaiting release');
    expect((await second.post(`/api/commands/${commandId}/release`, {})).status).toBe(200);
  });
});
