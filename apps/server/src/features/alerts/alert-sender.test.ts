import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { openSqliteForTest, type TestDatabase } from '#db/testing/databases.ts';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { Journal, portalActor } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { TestClock } from '#testing/test-clock.ts';
import type { AlertChannel, Sending } from './alert-channel.ts';
import { AlertDeliveryRepository, type AlertItem } from './alert-delivery-repository.ts';
import { AlertMessageRepository } from './alert-message-repository.ts';
import { AlertSender } from './alert-sender.ts';
import { QuietHoursRepository } from './quiet/quiet-hours-repository.ts';

const PEOPLE = 40;
const ITEM = { deliveryId: 0, severity: 5 } as AlertItem;

/** Of every message something is to be told. */
class Deliveries extends AlertDeliveryRepository {
  override listOfMessage = async () => [ITEM];
}

/** Counts the units, of which some fail. */
class Units extends UnitOfWork {
  count = 0;
  failing = 0;
  override run: UnitOfWork['run'] = (by, apply) => {
    this.count++;
    if (this.failing-- > 0) return Promise.reject(new Error('the disk is full'));
    return super.run(by, apply);
  };
}

let database: TestDatabase;
let work: Units;
let messages: AlertMessageRepository;
let handed: { messageId: string; done: (sending: Sending) => void }[];
let sender: AlertSender;

beforeEach(async () => {
  database = await openSqliteForTest();
  const { db } = database;
  const clock = new TestClock();
  const log = createLog('silent');
  work = new Units(db, new Journal(new JournalRepository(db), clock));
  messages = new AlertMessageRepository(db);
  handed = [];
  const channel: AlertChannel = {
    screen: async (_message, items) => ({ told: [...items], dropped: [] }),
    send: ({ messageId }) => new Promise((done) => handed.push({ messageId, done })),
  };
  sender = new AlertSender({
    ...{ work, messages, clock, log, channel, kind: 'mail' },
    deliveries: new Deliveries(db),
    quiet: new QuietHoursRepository(db),
    answered: async () => new Set<AlertItem>(),
    onMore: () => undefined,
  });
  for (let person = 0; person < PEOPLE; person++) {
    const to = { recipient: `user ${person}`, userId: null, userGroupId: null, channel: 'mail' } as const;
    const message = { messageId: `message ${person}`, size: 1, severity: 5, nowMs: clock.now() - PEOPLE + person };
    await work.run(portalActor, (unit) => unit.of(AlertMessageRepository).insert(to, message));
  }
  work.count = 0;
});
afterEach(() => database.close());

const statesOf = async () => {
  const rows = await database.db.selectFrom('alert_messages').select('state').execute();
  return Object.fromEntries(Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([k, v]) => [k, v?.length]));
};

/** All that are on their way arrive at the same moment. */
const arrive = () => {
  for (const { done } of handed.splice(0)) done({ kind: 'sent', address: 'ann@example.com' });
};

it('writes down in one unit what has been sent meanwhile, and takes what goes next with it', async () => {
  await sender.turn();
  const sent = new Set<string>();
  while (sent.size < PEOPLE) {
    await expect.poll(() => handed.length).toBe(8);
    for (const { messageId } of handed) sent.add(messageId);
    arrive();
  }
  await expect.poll(statesOf).toEqual({ sent: PEOPLE });
  expect(work.count).toBeLessThanOrEqual(2 + PEOPLE / 8);
});

it('keeps what was sent until it can be written down, and sends nothing twice', async () => {
  await sender.turn();
  await expect.poll(() => handed.length).toBe(8);
  const first = new Set(handed.map(({ messageId }) => messageId));
  work.failing = 8;
  arrive();
  await expect.poll(() => work.failing).toBe(0);
  expect(await statesOf()).toEqual({ sending: 8, waiting: PEOPLE - 8 });
  await sender.turn();
  await expect.poll(() => handed.length).toBe(8);
  expect(handed.filter(({ messageId }) => first.has(messageId))).toEqual([]);
  expect(await statesOf()).toEqual({ sent: 8, sending: 8, waiting: PEOPLE - 16 });
});

it('takes nothing any more once it is closing, and writes down what was on its way', async () => {
  await sender.turn();
  await expect.poll(() => handed.length).toBe(8);
  const closed = sender.close();
  arrive();
  await closed;
  expect(await statesOf()).toEqual({ sent: 8, waiting: PEOPLE - 8 });
  expect(handed).toEqual([]);
});

it('sends the worst first, however long others have waited', async () => {
  const to = { recipient: 'user last', userId: null, userGroupId: null, channel: 'mail' } as const;
  const worst = { messageId: 'worst', size: 1, severity: 10, nowMs: Date.now() };
  await work.run(portalActor, (unit) => unit.of(AlertMessageRepository).insert(to, worst));
  await sender.turn();
  await expect.poll(() => handed.map(({ messageId }) => messageId)).toContain('worst');
});

it('leaves the database alone while nothing is due', async () => {
  await database.db.deleteFrom('alert_messages').execute();
  await sender.turn();
  expect(work.count).toBe(0);
});

it('keeps nobody waiting for one who never answers, however much is to be told to that one', async () => {
  await database.db.deleteFrom('alert_messages').execute();
  const tell = (recipient: string, n: number) =>
    work.run(portalActor, (unit) =>
      unit
        .of(AlertMessageRepository)
        .insert(
          { recipient, userId: null, userGroupId: null, channel: 'mail' },
          { messageId: `${recipient} ${n}`, size: 1, severity: 5, nowMs: n },
        ),
    );
  for (let n = 0; n < 40; n++) await tell('deaf', n);
  for (let n = 40; n < 45; n++) await tell(`user ${n}`, n);
  await sender.turn();
  await sender.turn();
  await expect.poll(() => handed.length).toBe(6);
  expect(handed.filter(({ messageId }) => messageId.startsWith('deaf'))).toHaveLength(1);
});
