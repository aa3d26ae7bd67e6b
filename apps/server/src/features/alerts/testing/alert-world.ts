import {
  type AssetDefinitionId,
  type AssetGroupId,
  type AssetId,
  permissionId,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import { expect } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import type { Portal, PortalOptions } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';

export const SEES_ALARMS = [
  permissionId('Assets', 'View'),
  permissionId('Alarms', 'View'),
  permissionId('Alarms', 'Modify'),
];
export const MINUTE = 60_000;
/** Days pass in these tests. */
const LONG_SESSIONS = { sessionIdleMs: 365 * 1_440 * MINUTE, sessionMaxMs: 365 * 1_440 * MINUTE };
export const WAIT = { timeout: 15_000 };

export interface Person {
  userId: UserId;
  userGroupId: UserGroupId;
  username: string;
}

/** An asset in a group of its own with an alarm, and a user group that is told of it. */
export interface Watched {
  asset: { assetId: AssetId; assetDefinitionId: AssetDefinitionId };
  assetGroupId: AssetGroupId;
  userGroupId: UserGroupId;
  people: Person[];
  first: Person;
  alarmDefinitionId: number;
  name: string;
}

/** A portal with a mail server of its own, and what is told by it. */
export class AlertWorld {
  readonly portal: Portal;
  readonly mails: MailServer;
  readonly clock: TestClock;
  #number = 0;

  private constructor(portal: Portal, mails: MailServer, clock: TestClock) {
    this.portal = portal;
    this.mails = mails;
    this.clock = clock;
  }

  static async start(
    start: (options: PortalOptions) => Promise<Portal>,
    config: PortalOptions['config'] = {},
  ): Promise<AlertWorld> {
    const mails = await startMailServer();
    const clock = new TestClock();
    const portal = await start({ clock, config: { smtpUrl: mails.url, ...LONG_SESSIONS, ...config } });
    return new AlertWorld(portal, mails, clock);
  }

  async close(): Promise<void> {
    await this.portal.close();
    await this.mails.close();
  }

  /** What was sent and what is under way belongs to the test before. */
  forget(): void {
    this.mails.mood = 'takes';
    this.mails.received.length = 0;
  }

  async aPerson(name: string, assetGroupId: AssetGroupId, permissions = SEES_ALARMS): Promise<Person> {
    const username = `${name}${++this.#number}@example.com`;
    return { ...(await this.portal.aUser({ username, permissions, assetGroups: [assetGroupId] })), username };
  }

  async watched(
    options: { users?: string[]; severity?: number; definition?: object; connections?: boolean } = {},
  ): Promise<Watched> {
    const { users = ['ann'], severity = 5, definition = {}, connections = false } = options;
    const { portal } = this;
    const n = ++this.#number;
    const asset = await portal.anAsset({ alias: `Pump ${n}` });
    const assetGroupId = await portal.anAssetGroup({ name: `pumps ${n}`, assets: [asset.assetId] });
    const people: Person[] = [];
    for (const user of users) people.push(await this.aPerson(user, assetGroupId));
    const [first, ...others] = people;
    if (!first) throw new Error('There is nobody.');
    const { userGroupId } = first;
    const links = portal.context.ownership.links;
    await links.add(
      systemCaller,
      'users',
      userGroupId,
      others.map(({ userId }) => userId),
    );
    const told = { severityMin: 2, severityMax: 10, status: 'open', online: connections, offline: connections };
    await portal.context.ownership.alerts.save(systemCaller, [{ ...told, assetGroupId, userGroupId }]);
    await this.send(asset, 0);
    const flee = JSON.stringify({ expression: '_Level > 10' });
    const name = `High ${n}`;
    const alarm = { assetDefinitionId: asset.assetDefinitionId, name, severity, selfAck: 1, flee, ...definition };
    const made = await (await portal.as('admin')).put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', [
      alarm,
    ]);
    expect(made.status).toBe(200);
    const alarmDefinitionId = made.body[0]?.alarmDefinitionId ?? 0;
    return { asset, assetGroupId, userGroupId, people, first, alarmDefinitionId, name: `${name} on Pump ${n}` };
  }

  async send(asset: { assetId: AssetId }, value: number): Promise<void> {
    await this.portal.context.pipeline.accept(asset, [{ label: 'Level', value, timeMs: undefined, quality: 192 }]);
  }

  /** Raises the alarm; resolves when everything that is told of it at once has been told. */
  async raise({ asset }: Pick<Watched, 'asset'>): Promise<void> {
    await this.send(asset, 20);
    const open = () => this.portal.context.alarmService.openAlarmsOf(asset.assetId).length;
    await expect.poll(open, WAIT).toBeGreaterThan(0);
    await this.quiet();
  }

  async acknowledge({ asset, alarmDefinitionId }: Watched, username: string): Promise<void> {
    const client = await this.portal.as(username);
    const path = `/api/assets/${asset.assetId}/alarms/${alarmDefinitionId}/acknowledge`;
    expect((await client.get(path)).status).toBe(200);
  }

  /** Lets time pass, and what is due by it be told. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.quiet();
  }

  subjectsTo({ username }: Pick<Person, 'username'>): (string | undefined)[] {
    return this.mails.received
      .filter(({ to }) => to?.some((one) => one.address === username))
      .map(({ subject }) => subject);
  }

  deliveriesTo({ userId }: Pick<Person, 'userId'>) {
    return this.portal.context.db
      .selectFrom('alert_deliveries')
      .innerJoin('alert_news', 'alert_news.news_id', 'alert_deliveries.news_id')
      .select(['kind', 'step', 'state', 'channel', 'detail', 'due_ms'])
      .where('user_id', '=', userId)
      .orderBy('delivery_id')
      .execute();
  }

  messagesTo({ userId }: Pick<Person, 'userId'>) {
    return this.portal.context.db
      .selectFrom('alert_messages')
      .select(['message_id', 'state', 'attempts', 'size', 'channel', 'detail', 'next_ms'])
      .where('user_id', '=', userId)
      .orderBy('created_ms')
      .execute();
  }

  /** Resolves when nothing is left to be told by now. */
  async quiet(): Promise<void> {
    const { db, alarmService, alertPost } = this.portal.context;
    await expect
      .poll(async () => {
        await alarmService.settled();
        alertPost.wake();
        // In the order in which one becomes the other, so that nothing is missed on its way.
        const transitions = db.selectFrom('alarm_transitions').select((s) => s.fn.max('transition_id').as('n'));
        const last = Number((await transitions.executeTakeFirst())?.n ?? 0);
        const cursor = db.selectFrom('alert_cursors').select('position').where('source', '=', 'alarm');
        const seen = Number((await cursor.executeTakeFirst())?.position ?? 0);
        // What was made of the one before meanwhile is due by now.
        const climbs = db.selectFrom('alert_climbs').select('climb_id').where('due_ms', '<=', this.clock.now());
        const steps = await climbs.execute();
        const deliveries = db.selectFrom('alert_deliveries').select('delivery_id').where('state', '=', 'waiting');
        const due = await deliveries.where('due_ms', '<=', this.clock.now()).execute();
        const messages = db.selectFrom('alert_messages').select('message_id').where('next_ms', '<=', this.clock.now());
        const open = await messages.where('state', 'in', ['waiting', 'sending']).execute();
        return [last - seen, steps.length, due.length, open.length];
      }, WAIT)
      .toEqual([0, 0, 0, 0]);
  }
}
