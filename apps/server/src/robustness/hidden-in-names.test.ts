import { ADMIN_MODIFY, NAME_FAULT } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSamples } from '#testing/call-samples/call-samples.ts';
import type { CallSample, SampleWorld } from '#testing/call-samples/sample.ts';
import { buildSampleWorld, HOLDER } from '#testing/call-samples/sample-world.ts';
import { sampledCalls, sendSample } from '#testing/call-samples/send-sample.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

/** As in names-of-calls.test.ts of the contract, which has every character. */
const NAMES = /^(?:.*Name|name|.*Alias|alias|label|title|serialNumber|username)$/;

/** What these take as a name is looked at elsewhere: told of its line, or compared, or not ours. */
const ELSEWHERE =
  /^(?:assetLists\.importAssets|manyUsers\..*|firstHour\..*MailServer|outsideBroker\..*|exportJobs\..*|exportSchedules\..*)$/;

/** A line end, half a character, one that turns the direction of text, one without width. */
const HIDDEN = ['\n', '\0', '\u0085', '\ud800', '\u202e', '\u200b', '\u2028'];

/** The body with `hidden` in each of its names, in turn. */
function bodiesWith(hidden: string, value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((one, at) => bodiesWith(hidden, one).map((changed) => value.with(at, changed)));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const isName = typeof one === 'string' && one.length > 1 && NAMES.test(key);
    const changed = isName ? [`${one.slice(0, 1)}${hidden}${one.slice(1)}`] : bodiesWith(hidden, one);
    return changed.map((other) => ({ ...value, [key]: other }));
  });
}

const writing = sampledCalls.filter(({ name, call }) => call.method !== 'GET' && call.body && !ELSEWHERE.test(name));

describe.each(everyPortal())('names with what cannot be seen, on $engine', ({ start }) => {
  let portal: Portal;
  let world: SampleWorld;
  let root: PortalClient;

  beforeAll(async () => {
    portal = await start();
    world = await buildSampleWorld(portal, [ADMIN_MODIFY]);
    root = await portal.as('admin');
  });
  afterAll(() => portal.close());

  /** By who asks: assets of the samples come online meanwhile, which is written too. */
  const lastEntry = async () =>
    (await root.get<{ entries: unknown[] }>(`/api/journal?limit=1&user=${HOLDER}`)).body.entries;

  it('are refused by every call that takes one, and change nothing', async () => {
    let asked = 0;
    for (const { name, call } of writing) {
      const input = await (callSamples.get(name) as CallSample).make(world);
      const bodies = HIDDEN.flatMap((hidden) => bodiesWith(hidden, input.body));
      if (bodies.length === 0) continue;
      const before = await lastEntry();
      for (const body of bodies) {
        const { status, text } = await sendSample(portal, world.holder, call, { ...input, body });
        const said = [name, JSON.stringify(body), status, text];
        expect(said).toEqual([...said.slice(0, 2), 400, expect.stringContaining(NAME_FAULT)]);
      }
      expect([name, await lastEntry()]).toEqual([name, before]);
      asked += bodies.length;
    }
    expect(asked).toBeGreaterThan(15 * HIDDEN.length);
  }, 120_000);
});
