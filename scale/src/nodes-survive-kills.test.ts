import { setTimeout as pause } from 'node:timers/promises';
import type { AssetId, alarmDefinitions, alarms, commands } from '@telltale/contract';
import { RoamingDevice } from '@telltale/server/cluster/testing/roaming-device.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Node } from './node.ts';
import { placesInStream } from './places-in-stream.ts';
import { TwoNodes } from './two-nodes.ts';

/** `npm run test:cluster-kills` says how many; each takes some ten seconds. */
const KILLS = Number(process.env.TELLTALE_TEST_CLUSTER_KILLS ?? 0);
const DEVICES = Number(process.env.TELLTALE_TEST_CLUSTER_DEVICES ?? 100);
const MESSAGES_PER_SECOND = Number(process.env.TELLTALE_TEST_CLUSTER_MESSAGES ?? 2_000);
const COMMAND_EVERY_MS = 150;
/** A call waits for its turn, the database and the other nodes; so long none does. */
const ANSWERS_WITHIN_MS = 90_000;
/** What is slower is said. */
const SLOW_MS = 15_000;
/** Of so many kills one is a node that stands still for as long as others need to take it for gone, and goes on. */
const KILLS_PER_FREEZE = 15;
const FREEZE_MS = 30_000;
const PATIENCE = { timeout: 120_000, interval: 500 };
const HIGH = 100;
const LOW = 0;

let portal: TwoNodes;
const devices: Sender[] = [];

const randomOf = <T>(many: readonly T[]): T => many[Math.floor(Math.random() * many.length)] as T;

/** A device whose level is low, then high, then low again, for some seconds each. */
class Sender extends RoamingDevice {
  /** What its level became, and with the value of which time. */
  readonly turns: { level: number; timeMs: number }[] = [];

  constructor(assetId: AssetId, token: string) {
    let level = LOW;
    let untilMs = 0;
    const valuesAt = (timeMs: number) => {
      if (timeMs >= untilMs) {
        untilMs = timeMs + 2_000 + Math.random() * 10_000;
        level = this.turns.length === 0 || level === HIGH ? LOW : HIGH;
        this.turns.push({ level, timeMs });
      }
      return { Level: level };
    };
    const ports = portal.nodes.map(({ mqttPort }) => mqttPort);
    super(assetId, token, ports, { sendEveryMs: (1_000 * DEVICES) / MESSAGES_PER_SECOND, valuesAt });
  }

  /** When its level was high, by its own values; whether the first of them was acknowledged before it ended. */
  get highs(): { fromMs: number; toMs: number; isTaken: boolean }[] {
    const lastMs = this.acknowledged.at(-1) ?? 0;
    return this.turns.flatMap(({ level, timeMs }, n) => {
      const toMs = this.turns[n + 1]?.timeMs ?? Number.POSITIVE_INFINITY;
      return level === HIGH ? [{ fromMs: timeMs, toMs, isTaken: timeMs <= lastMs }] : [];
    });
  }
}

async function telemetry(token: string, values: Readonly<Record<string, number>>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const address = `${portal.one.url}/api/v1/${token}/telemetry`;
  expect((await fetch(address, { method: 'POST', headers, body: JSON.stringify(values) })).status).toBe(200);
}

/** How long calls waited for their answers, or the end of their connections. */
const waitedMs: number[] = [];

/** Asks for a command; one whose connection ended, or that is answered with 503, may have been taken or not. */
async function posted(assetId: AssetId): Promise<number | undefined> {
  const command = JSON.stringify({ module: 'pump', command: 'start' });
  const askedMs = performance.now();
  const reply = await portal.admin
    .at(randomOf(portal.nodes).url)
    .post<commands.Command[]>('/api/commands', [{ assetId, command, expiration: 36_000 }])
    .catch(() => undefined);
  const ms = Math.round(performance.now() - askedMs);
  waitedMs.push(ms);
  if (ms > SLOW_MS)
    say(`a command was answered after ${ms} ms: ${reply ? `${reply.status} ${reply.text}` : 'cut off'}`);
  return reply?.status === 200 ? reply.body[0]?.commandId : undefined;
}

/** What can be killed, by its name, and how: each resolves when it runs again. */
const victims: Readonly<Record<string, () => Promise<void>>> = {
  node: async () => {
    const node = randomOf(portal.nodes);
    await node.end('SIGKILL');
    await pause(Math.random() * 3_000);
    await portal.startAgain(node);
  },
  'NATS server': async () => {
    const server = randomOf(portal.servers.servers);
    await server.kill();
    await pause(Math.random() * 3_000);
    server.start();
  },
  PostgreSQL: () => portal.postgres.restart(() => pause(Math.random() * 3_000), 'SIGKILL'),
  ClickHouse: async () => {
    await portal.chdb.kill();
    await pause(Math.random() * 3_000);
    await portal.chdb.launch();
  },
};

/** Those to be killed, by their names. */
const VICTIMS = process.env.TELLTALE_TEST_CLUSTER_VICTIMS?.split(',') ?? Object.keys(victims);

async function freeze(node: Node): Promise<void> {
  // The others have ended it meanwhile, and it finds that out and ends.
  expect(await node.freeze(FREEZE_MS)).toMatchObject({ code: 1 });
  await portal.startAgain(node);
}

describe.skipIf(KILLS === 0)('a portal of two nodes, any of whose processes and servers is killed', () => {
  beforeAll(async () => {
    portal = await TwoNodes.start();
    const definition = await portal.aDefinition('pump');
    const flee = JSON.stringify({ expression: '_Level > 90', variables: [] });
    for (let n = 0; n < DEVICES; n++) {
      const { assetId, accessToken } = await portal.anAsset(definition);
      devices.push(new Sender(assetId, accessToken));
      // What a condition names must be known.
      if (n === 0) await telemetry(accessToken, { Level: LOW });
    }
    const made = await portal.admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [
      { assetDefinitionId: definition, flee, name: 'High', severity: 700, selfAck: 1 },
    ]);
    expect(made.status).toBe(200);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(devices.map((device) => device.stop()));
    await portal?.close();
  }, 120_000);

  it(
    'loses nothing that was acknowledged and no alarm, doubles none, and sends no command twice',
    async () => {
      for (const device of devices) device.start();
      const asked = new Set<number>();
      let isOver = false;
      const asking = (async () => {
        while (!isOver) {
          const commandId = await posted(randomOf(devices).assetId);
          if (commandId !== undefined) asked.add(commandId);
          await pause(COMMAND_EVERY_MS);
        }
      })();
      const killed: Record<string, number> = {};
      const begunMs = performance.now();
      for (let kill = 1; kill <= KILLS; kill++) {
        await pause(500 + Math.random() * 3_000);
        const isFreeze = kill % KILLS_PER_FREEZE === 0;
        const name = isFreeze ? 'frozen node' : randomOf(VICTIMS);
        const killedMs = performance.now();
        if (isFreeze) await freeze(randomOf(portal.nodes));
        else await victims[name]?.();
        await portal.wellAgain();
        killed[name] = (killed[name] ?? 0) + 1;
        say(`${kill}: ${name}, well after ${Math.round(performance.now() - killedMs)} ms`);
      }
      const seconds = (performance.now() - begunMs) / 1_000;
      isOver = true;
      await asking;
      say(`${JSON.stringify(killed)}; ${portal.ended.length} nodes were ended by another`);
      await sendTheRest(seconds);
      say(ratesOf(devices));
      const unsent = await expectCommandsOnce(asked);
      await Promise.all(devices.map((device) => device.stop()));
      const longestMs = Math.max(...waitedMs);
      say(`${waitedMs.length} asked for commands, answered within ${longestMs} ms`);
      expect(longestMs).toBeLessThan(ANSWERS_WITHIN_MS);
      say(`${asked.size} commands (${unsent} sent into a connection that ended, and not again)`);
      await portal.wellAgain();
      await expectAllStored();
      await expectAlarmsOnce();
    },
    KILLS * 120_000 + 600_000,
  );
});

const say = (text: string) => process.stderr.write(`${text}\n`);

/** What was measured while something was away is sent, too; says how many messages were offered and taken meanwhile. */
async function sendTheRest(seconds: number): Promise<void> {
  for (const device of devices) device.endMeasuring();
  const sum = (of: (device: Sender) => number) => devices.reduce((total, device) => total + of(device), 0);
  const taken = sum(({ acknowledged }) => acknowledged.length);
  const rest = sum(({ waiting }) => waiting);
  const begunMs = performance.now();
  await vi.waitFor(() => expect(sum(({ waiting }) => waiting)).toBe(0), { timeout: 600_000, interval: 100 });
  const more = (performance.now() - begunMs) / 1_000;
  const rate = (count: number, of: number) => `${Math.round(count / of)} a second`;
  const text = `${taken + rest} messages were offered in ${Math.round(seconds)} s (${rate(taken + rest, seconds)}), ${taken} acknowledged`;
  say(
    `${text} (${rate(taken, seconds)}), the rest in ${more.toFixed(1)} s more (${rate(taken + rest, seconds + more)})`,
  );
  expect(taken).toBeGreaterThan(0);
}

/** How many messages were acknowledged in a second: while all is well, and how often much fewer. */
function ratesOf(some: readonly RoamingDevice[]): string {
  const bySecond = new Map<number, number>();
  for (const ms of some.flatMap(({ acknowledgedAtMs }) => acknowledgedAtMs)) {
    const second = Math.floor(ms / 1_000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
  }
  const seconds = [...bySecond.keys()];
  const [from, to] = [Math.min(...seconds), Math.max(...seconds)];
  const rates = Array.from({ length: to - from + 1 }, (_, n) => bySecond.get(from + n) ?? 0).sort((a, b) => a - b);
  const at = (share: number) => rates[Math.floor(share * rates.length)];
  const few = rates.filter((rate) => rate < MESSAGES_PER_SECOND / 2).length / rates.length;
  const text = `${at(0.1)} in a tenth of the seconds or less, ${at(0.5)} in the middle one, ${at(0.9)} in a tenth or more`;
  return `${text}; in ${Math.round(100 * few)} % of them less than half of what is offered`;
}

/** What was asked for reaches its device, or was sent into a connection that broke, or at a node that was killed. */
async function expectCommandsOnce(asked: ReadonlySet<number>): Promise<number> {
  const arrivals = (commandId: number) =>
    devices.reduce((count, device) => count + (device.commands.get(commandId) ?? 0), 0);
  const states = new Map<number, string>();
  await vi.waitFor(async () => {
    for (const commandId of asked) {
      if (states.get(commandId) === 'answered') continue;
      const { body } = await portal.admin.get<commands.Command>(`/api/commands/${commandId}`);
      states.set(commandId, body.state);
    }
    expect([...states.values()].filter((state) => state === 'queued')).toEqual([]);
    expect([...states].filter(([id, state]) => arrivals(id) > 0 && state !== 'answered')).toEqual([]);
    expect(devices.every((device) => device.hasAnswered)).toBe(true);
  }, PATIENCE);
  const twice = devices.flatMap((device) => [...device.commands].filter(([, count]) => count !== 1));
  expect(twice).toEqual([]);
  for (const [commandId, state] of states) {
    expect([commandId, arrivals(commandId) === 1 ? 'answered' : 'sent']).toEqual([commandId, state]);
  }
  const unsent = [...states.values()].filter((state) => state === 'sent').length;
  expect(asked.size).toBeGreaterThan(unsent);
  return unsent;
}

/** Every acknowledged value is at the server, as it was sent. */
async function expectAllStored(): Promise<void> {
  const lost = new Map<number, number>();
  for (const device of devices) {
    // A partition that is taken over at this moment is behind for some seconds.
    let wrong: number[] = [];
    const isStored = async () => {
      wrong = await portal.unstoredOf(device);
      expect(wrong).toEqual([]);
    };
    // Of the first that lacks something each is waited for; then only what is there by now counts.
    await (lost.size === 0 ? vi.waitFor(isStored, PATIENCE) : isStored()).catch(async () => {
      lost.set(device.assetId, wrong.length);
      if (lost.size > 1) return;
      const places = await placesInStream(portal.servers.url, device.assetId, wrong);
      say(`asset ${device.assetId}, by their times the places in the stream of what is not stored:`);
      say(JSON.stringify([...places]));
    });
  }
  expect([...lost]).toEqual([]);
}

/** Each time that the level became high has raised one alarm, which ended when it became low. */
async function expectAlarmsOnce(): Promise<void> {
  const wrong: unknown[] = [];
  let count = 0;
  let late = 0;
  for (const device of devices) {
    const path = `/api/ef/assets/${device.assetId}/alarmtransitions?limit=10000`;
    const { transitions } = (await portal.admin.get<{ transitions: alarms.AlarmTransition[] }>(path)).body;
    const opened = transitions
      .filter(({ kind }) => kind === 'raised' || kind === 'again')
      .map(({ time }) => Date.parse(time));
    for (const { fromMs, toMs, isTaken } of device.highs) {
      const its = opened.filter((timeMs) => timeMs >= fromMs && timeMs < toMs);
      if (its.length > 1 || (isTaken && its.length === 0)) wrong.push({ assetId: device.assetId, fromMs, toMs, its });
      else if (its.length > 0 && its[0] !== fromMs) late++;
      count++;
    }
    const never = opened.filter(
      (timeMs) => !device.highs.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs),
    );
    wrong.push(...never.map((timeMs) => ({ assetId: device.assetId, never: timeMs })));
  }
  say(`${count} alarms, ${late} of them at a later value than the first that was high`);
  expect(wrong).toEqual([]);
}
