import type { commandDefinitions, commands } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const RPC = 'v1/devices/me/rpc/request/+';
const START = JSON.stringify({ module: 'pump', command: 'start' });

describe.each(everyPortal())('a command that waits for its device, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let operator: PortalClient;
  let second: PortalClient;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    await portal.aUser({ username: 'opA2', permissions: OPERATOR_PERMISSIONS, assetGroups: [world.groupA] });
    operator = await portal.as('opA');
    second = await portal.as('opA2');
  });
  afterAll(() => portal.close());

  async function ask(content: object = { command: START }): Promise<number> {
    const reply = await operator.post<commands.Command[]>('/api/commands', [{ assetId: world.a1.assetId, ...content }]);
    expect(reply.status, reply.text).toBe(200);
    return reply.body[0]?.commandId ?? 0;
  }
  const stateOf = async (commandId: number) =>
    (await operator.get<commands.Command>(`/api/commands/${commandId}`)).body;
  const refuse = (client: PortalClient, commandId: number) =>
    client.post<commands.Command & { error?: { message: string } }>(`/api/commands/${commandId}/refuse`, {});

  /** Its device, which answers whatever it hears, and the ids of that. */
  async function aDevice() {
    const heard: number[] = [];
    const device = await connectDevice(portal, world.a1.accessToken);
    device.on('message', (topic) => {
      heard.push(Number(topic.split('/').at(-1)));
      device.publish(topic.replace('request', 'response'), '{"ok":true}', { qos: 1 });
    });
    return { heard, device, listen: () => device.subscribeAsync(RPC, { qos: 1 }) };
  }

  it('is taken back by who asked for it, or refused by another, and never goes out', async () => {
    const [own, others, left] = [await ask(), await ask(), await ask()];
    expect((await refuse(await portal.as('viewA'), own)).status).toBe(403);
    expect((await refuse(await portal.as('opB'), own)).status).toBe(404);
    expect((await refuse(operator, own)).body).toMatchObject({ state: 'refused', refusedBy: 'opA', sent: null });
    expect((await refuse(second, others)).body).toMatchObject({ state: 'refused', refusedBy: 'opA2', sent: null });
    expect((await refuse(operator, own)).status).toBe(409);
    const found = await operator.get<{ commands: commands.Command[] }>('/api/commands?user=opA2');
    expect(found.body.commands.map(({ commandId }) => commandId)).toEqual([others]);

    const { heard, device, listen } = await aDevice();
    await listen();
    await expect.poll(async () => (await stateOf(left)).state).toBe('answered');
    expect(heard).toEqual([left]);
    const tooLate = await refuse(operator, left);
    expect([tooLate.status, tooLate.body.error?.message]).toEqual([
      409,
      'The command has gone out meanwhile, or has ended.',
    ]);
    await device.endAsync();
    const journal = await (await portal.as('root')).get<{ entries: { what: string; user: string }[] }>(
      `/api/journal?kind=command&assetId=${world.a1.assetId}`,
    );
    const words = journal.body.entries.map(({ what, user }) => `${what} ${user}`);
    expect(words).toEqual(expect.arrayContaining([`command ${own} taken back opA`, `command ${others} refused opA2`]));
  });

  it('keeps who released it beside who took it back', async () => {
    const template = { assetDefinitionId: world.definition, name: 'Blow', module: 'valve', command: 'blow' };
    const { body } = await (await portal.as('root')).post<commandDefinitions.CommandDefinition>(
      '/api/ef/commanddefinitions',
      { ...template, dangerous: true },
    );
    const commandId = await ask({ commandDefinitionId: body.commandDefinitionId });
    expect((await second.post(`/api/commands/${commandId}/release`, {})).status).toBe(200);
    await refuse(operator, commandId);
    const kept = await stateOf(commandId);
    expect(kept).toMatchObject({ state: 'refused', releasedBy: 'opA2', refusedBy: 'opA' });
    expect(kept.released).not.toBeNull();
  });

  it('either goes out or is taken back where its device comes at the same moment', async () => {
    for (let n = 0; n < 5; n++) {
      const commandId = await ask();
      const { heard, device, listen } = await aDevice();
      const [reply] = await Promise.all([refuse(operator, commandId), listen()]);
      if (reply.status === 200) {
        const behind = await ask();
        await expect.poll(() => heard).toContain(behind);
        expect([heard, (await stateOf(commandId)).state]).toEqual([[behind], 'refused']);
      } else {
        expect(reply.status).toBe(409);
        await expect.poll(async () => (await stateOf(commandId)).state).toBe('answered');
        expect(heard).toEqual([commandId]);
      }
      await device.endAsync();
    }
  });
});
