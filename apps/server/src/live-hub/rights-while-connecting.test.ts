import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssetId } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { Caller } from '#http/caller.ts';
import { systemCaller } from '#http/system-caller.ts';
import { serveUpgrades } from '#http/upgrades.ts';
import { LiveClient } from '#testing/live-client.ts';
import { LiveHub } from './live-hub.ts';
import { liveHubUpgrade } from './live-hub-upgrade.ts';

const assetId = 7 as AssetId;
const STATE = `telltale/assets/${assetId}/state`;
const seesNothing: Caller = {
  ...systemCaller,
  authId: 'session',
  visibility: { everything: false, canSee: () => false, assetIds: new Set() },
};
const seesAll: Caller = { ...systemCaller, authId: 'session' };

let server: Server;
let hub: LiveHub;
/** Questions about the caller that wait for their answer, oldest first. */
let questions: ((caller: Caller | undefined) => void)[];
let asked: (() => void)[];

beforeEach(async () => {
  questions = [];
  asked = [];
  hub = new LiveHub({
    host: 'telltale',
    callerFor: () =>
      new Promise((resolve) => {
        questions.push(resolve);
        for (const wake of asked.splice(0)) wake();
      }),
    stateOf: () => ({ connected: true, lastContactMs: 1 }),
    slotsOf: () => [],
    log: createLog('silent'),
  });
  server = createServer();
  serveUpgrades(server, [
    liveHubUpgrade(hub, { publicUrl: undefined, host: '127.0.0.1', allowInsecure: false, trustedProxies: [] }),
  ]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  hub.close();
  server.close();
});

/** Answers the question about the caller that was asked first. */
async function answer(caller: Caller | undefined): Promise<void> {
  if (questions.length === 0) await new Promise<void>((resolve) => asked.push(resolve));
  questions.shift()?.(caller);
}

function begin() {
  const client = new LiveClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { client, connected: client.connect('token') };
}

/** Somebody's rights change while the portal still looks up what they were. */
async function changeWhileChecking(before: Caller | undefined): Promise<void> {
  if (questions.length === 0) await new Promise<void>((resolve) => asked.push(resolve));
  await hub.accessChanged({ authIds: ['session'] });
  await answer(before);
}

describe('rights that change while a live connection is being checked', () => {
  it('are asked for again before it opens: an asset that went out of sight is not heard of', async () => {
    const { client, connected } = begin();
    await changeWhileChecking(seesAll);
    await answer(seesNothing);
    expect(await connected).toBe(0);
    expect(await client.subscribe(STATE)).toEqual([0x80]);
    client.close();
  });

  it('may have ended the session: it does not open', async () => {
    const { client, connected } = begin();
    await changeWhileChecking(seesAll);
    await answer(undefined);
    expect(await connected).toBe(4);
    await client.closed;
  });

  it('are asked for as often as they change', async () => {
    const { client, connected } = begin();
    await changeWhileChecking(seesAll);
    await changeWhileChecking(seesAll);
    await answer(seesNothing);
    expect(await connected).toBe(0);
    expect(await client.subscribe(STATE)).toEqual([0x80]);
    client.close();
  });

  it('stand as the newest answer says when an open connection is looked at twice at once', async () => {
    const { client, connected } = begin();
    await answer(seesAll);
    await connected;
    expect(await client.subscribe(STATE)).toEqual([0]);
    const first = hub.accessChanged({ authIds: ['session'] });
    const second = hub.accessChanged({ authIds: ['session'] });
    // The first question was asked before the second change: what it brings is too old.
    await answer(seesAll);
    await answer(seesNothing);
    await answer(seesNothing);
    await Promise.all([first, second]);
    expect(await client.subscribe(STATE)).toEqual([0x80]);
    client.close();
  });
});
