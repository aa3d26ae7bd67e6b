import { callTable, isReading } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSamples } from '#testing/call-samples/call-samples.ts';
import { addressOf, type CallSample, type SampleWorld } from '#testing/call-samples/sample.ts';
import { buildSampleWorld } from '#testing/call-samples/sample-world.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const rows = callTable.map(({ resource, name, call }) => ({ name: `${resource}.${name}`, call }));
const reading = rows.filter(({ call }) => isReading(call));
const READER = 'reader';

it('the calls by GET that leave a trace are these', () => {
  expect(rows.filter(({ call }) => call.leavesTrace).map(({ name }) => name)).toEqual([
    'accounts.startExternalLogin',
    'accounts.finishExternalLogin',
    'operations.exportJournal',
    'patientInfo.getPatientInfo',
  ]);
});

describe.each(everyPortal())('what counts as reading, on $engine,', ({ start }) => {
  let portal: Portal;
  let world: SampleWorld;
  let reader: PortalClient;
  beforeAll(async () => {
    portal = await start();
    world = await buildSampleWorld(portal, []);
    await portal.aUser({ username: READER, permissions: [1] });
    reader = await portal.as(READER);
  });
  afterAll(() => portal.close());

  const traces = async () => {
    const { db } = portal.context;
    const entries = await db.selectFrom('journal').select('what').where('by_name', '=', READER).execute();
    const sessions = await db.selectFrom('sessions').select('auth_id').execute();
    const tokens = await db.selectFrom('api_tokens').select('token_id').execute();
    return { entries, sessions: sessions.length, tokens: tokens.length };
  };

  it.each(reading)('leaves nothing behind: $name', async ({ name, call }) => {
    const sample: CallSample | undefined = callSamples.get(name);
    const input = sample ? await sample.make(world) : { params: { file: 'links.json' } };
    const before = await traces();
    const reply = await reader.get(addressOf(call, input));
    expect(reply.status).toBeLessThan(500);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await traces()).toEqual(before);
  });
});
