import { ADMIN_MODIFY } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSamples } from '#testing/call-samples/call-samples.ts';
import type { CallSample, SampleWorld } from '#testing/call-samples/sample.ts';
import { buildSampleWorld } from '#testing/call-samples/sample-world.ts';
import { sampledCalls, sendSample } from '#testing/call-samples/send-sample.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

interface Entry {
  journalId: number;
  kind: string;
  assetId: number | null;
  what: string;
  before: unknown;
  after: unknown;
}

/** Nobody changes anything by these where there is no identity provider; external-login.test.ts has one. */
const OF_PROVIDER = new Set([
  'ownAccount.connectExternalLogin',
  'ownAccount.disconnectExternalLogin',
  'ownAccount.proveExternally',
]);

/** Of two sessions that set a password one ends the other: session-proof.test.ts has them. */
const ENDS_THE_OTHER = new Set(['ownAccount.changePassword']);

const changes = sampledCalls
  .filter(({ call }) => !['GET', 'HEAD'].includes(call.method) || call.changesState || call.leavesTrace)
  .filter(({ name }) => !OF_PROVIDER.has(name) && !ENDS_THE_OTHER.has(name));

/** What takes something away is done once; these leave alone what is gone already. */
const LEAVE_ALONE = new Set([
  'groupLinks.removeAssetGroupsFromGroup',
  'groupLinks.removeAssetsFromGroup',
  'groupLinks.removeUsersFromGroup',
  'secondFactor.removeSecondFactor',
  'secondFactor.removeSecondFactorOf',
  'views.endView',
]);

/** Of whom else comes second, what is told instead of 404 or 409: a code counts once. */
const REFUSALS: Readonly<Record<string, number>> = { 'secondFactor.confirmSecondFactor': 400 };

const isAnswer = (status: number) => status >= 200 && status < 300;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What of two states both of them tell; `undefined` where one is none. */
function common(one: unknown, other: unknown): [unknown, unknown] | undefined {
  if (!isRecord(one) || !isRecord(other)) return undefined;
  const keys = Object.keys(one).filter((key) => Object.hasOwn(other, key));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [pick(one), pick(other)];
}

describe.each(everyPortal())('every change made twice at once on $engine', ({ start }) => {
  let portal: Portal;
  let world: SampleWorld;
  let root: PortalClient;
  let clients: readonly PortalClient[];

  beforeAll(async () => {
    portal = await start();
    world = await buildSampleWorld(portal, [ADMIN_MODIFY]);
    root = await portal.as('admin');
    clients = [world.holder, await portal.newSession(world.holder.username)];
  });
  afterAll(() => portal.close());

  async function journalAfter(journalId: number): Promise<Entry[]> {
    const { body } = await root.get<{ entries: Entry[] }>('/api/journal?limit=500');
    return body.entries.filter((entry) => entry.journalId > journalId).toReversed();
  }

  it.each(changes)('$name comes one after the other', async ({ name, call }) => {
    const input = await (callSamples.get(name) as CallSample).make(world);
    const last = (await journalAfter(0)).at(-1)?.journalId ?? 0;
    const replies = await Promise.all(clients.map((client) => sendSample(portal, client, call, input)));
    const statuses = replies.map(({ status }) => status);
    const told = [name, ...replies.map(({ status, text }) => `${status} ${text.slice(0, 300)}`)];
    for (const status of statuses) {
      expect(told).toSatisfy(() => isAnswer(status) || [404, 409, REFUSALS[name]].includes(status));
    }
    const done = statuses.filter(isAnswer).length;
    const isOnce = call.method === 'DELETE' && !LEAVE_ALONE.has(name);
    expect([...told, done]).toEqual([...told, isOnce ? 1 : expect.toSatisfy((count: number) => count >= 1)]);
    for (const { status, text } of replies) {
      if (!isAnswer(status))
        expect(JSON.parse(text)).toMatchObject({ error: { message: expect.stringMatching(/\S/) } });
    }

    const newest = new Map<string, Entry>();
    for (const entry of await journalAfter(last)) {
      const key = `${entry.kind} ${entry.assetId} ${entry.what.replace(/ (changed|created)$/, '')}`;
      const states = common(newest.get(key)?.after, entry.before);
      if (states) expect([name, entry.what, states[1]]).toEqual([name, entry.what, states[0]]);
      newest.set(key, entry);
    }
  });
});
