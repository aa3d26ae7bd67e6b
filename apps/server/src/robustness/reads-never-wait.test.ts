import { ADMIN_MODIFY } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portalActor } from '#journal/journal.ts';
import { callSamples } from '#testing/call-samples/call-samples.ts';
import type { CallSample, SampleWorld } from '#testing/call-samples/sample.ts';
import { buildSampleWorld } from '#testing/call-samples/sample-world.ts';
import { sampledCalls, sendSample } from '#testing/call-samples/send-sample.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';

const reads = sampledCalls.filter(({ call }) => call.method === 'GET' && !call.changesState && !call.leavesTrace);

describe.each(everyPortal())('while a change is under way on $engine', ({ start }) => {
  let portal: Portal;
  let world: SampleWorld;
  beforeAll(async () => {
    portal = await start();
    world = await buildSampleWorld(portal, [ADMIN_MODIFY]);
  });
  afterAll(() => portal.close());

  it.each(reads)('$name answers', async ({ name, call }) => {
    const input = await (callSamples.get(name) as CallSample).make(world);
    await portal.context.work.run(portalActor, async (unit) => {
      unit.note({ kind: 'access', what: 'a change that takes its time' });
      expect((await sendSample(portal, world.holder, call, input)).status).toBeLessThan(400);
    });
  });
});
