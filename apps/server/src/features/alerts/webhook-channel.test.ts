import { expect, it } from 'vitest';
import { TestClock } from '#testing/test-clock.ts';
import type { AlertItem } from './alert-delivery-repository.ts';
import type { AlertMessage } from './alert-message-repository.ts';
import type { AlertWayRepository } from './alert-way-repository.ts';
import { webhookChannel } from './webhook-channel.ts';

const anItem = (severity: number, n: number) =>
  ({
    kind: 'raised',
    source: 'alarm',
    assetId: n,
    assetName: `Pump ${n}`,
    alarmDefinitionId: 1,
    name: 'High',
    severity,
    occurrenceMs: n,
    timeMs: n,
  }) as AlertItem;

async function bodyOf(items: AlertItem[]) {
  const bodies: string[] = [];
  const ways = { listWebhooks: async () => [{ userGroupId: 3, url: 'https://machine.example', sealedSecret: 's' }] };
  const channel = webhookChannel({
    ways: ways as unknown as AlertWayRepository,
    post: async ({ body }) => {
      bodies.push(body);
      return { status: 200, text: '' };
    },
    unseal: () => 'secret',
    clock: new TestClock(),
    portalUrl: () => 'https://portal.example',
  });
  await channel.send({ messageId: 'm', userGroupId: 3 } as AlertMessage, items);
  return JSON.parse(bodies[0] ?? '') as { id: string; alerts: { severity: number }[]; more?: number };
}

it('tells a machine the thousand severest of a flood, and how many there are beyond', async () => {
  const items = Array.from({ length: 50_000 }, (_, n) => anItem(n % 50 === 0 ? 9 : 2, n));
  const { alerts, more } = await bodyOf(items);
  expect([alerts.length, more]).toEqual([1_000, 49_000]);
  expect(new Set(alerts.map(({ severity }) => severity))).toEqual(new Set([9]));
});

it('tells all of them where there are fewer, in their order', async () => {
  const { alerts, more } = await bodyOf([anItem(2, 1), anItem(9, 2)]);
  expect([alerts.map(({ severity }) => severity), more]).toEqual([[2, 9], undefined]);
});
