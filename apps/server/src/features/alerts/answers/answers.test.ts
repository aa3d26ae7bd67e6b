import { type AssetGroupId, type alertAnswers, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { AlertWorld, MINUTE, type Person, SEES_ALARMS, type Watched } from '../testing/alert-world.ts';

const DAY = 24 * 60 * MINUTE;

describe.each(everyPortal())('the link in a message on $engine', ({ start }) => {
  let world: AlertWorld;

  beforeAll(async () => {
    world = await AlertWorld.start(start);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.forget();
    // Looks are counted by address, which is the same for all of these tests.
    world.clock.advance(11 * MINUTE);
  });

  function linkTo({ username }: Person): string {
    const mail = world.mails.received.findLast(({ to }) => to?.some(({ address }) => address === username));
    const [, link = ''] = /\/acknowledge#(\S+)/.exec(mail?.text ?? '') ?? [];
    return link;
  }

  const look = (link: string, client: PortalClient = world.portal.anonymous) =>
    client.post<alertAnswers.AlertAnswer>('/api/alertanswers/look', { link });
  const press = (link: string, client: PortalClient = world.portal.anonymous) =>
    client.post<alertAnswers.AlertAnswer>('/api/alertanswers', { link });

  async function raised(): Promise<Watched & { link: string }> {
    const watched = await world.watched({ users: ['ann', 'bob'] });
    await world.raise(watched);
    return { ...watched, link: linkTo(watched.first) };
  }
  const statusOf = ({ asset }: Watched) =>
    world.portal.context.alarmService.openAlarmsOf(asset.assetId).map(({ alarmStatus }) => alarmStatus);
  const lastTransition = ({ asset }: Watched) =>
    world.portal.context.db
      .selectFrom('alarm_transitions')
      .select(['kind', 'by_name', 'note'])
      .where('asset_id', '=', asset.assetId)
      .orderBy('transition_id', 'desc')
      .executeTakeFirst();

  it('says of which alarm it is, and changes nothing by being looked at', async () => {
    const watched = await raised();
    for (const _ of [1, 2]) {
      const { status, body } = await look(watched.link);
      expect([status, body]).toMatchObject([
        200,
        {
          username: watched.first.username,
          way: 'link',
          state: 'ready',
          alarms: [{ assetId: watched.asset.assetId, severity: 5, state: 'open', by: '' }],
        },
      ]);
    }
    expect(statusOf(watched)).toEqual([1]);
  });

  it('acknowledges in the name of who got the message, once, and others are told', async () => {
    const watched = await raised();
    const { status, body } = await press(watched.link);
    const by = watched.first.username;
    expect([status, body.alarms]).toMatchObject([200, [{ state: 'acknowledged', by }]]);
    expect(statusOf(watched)).toEqual([2]);
    expect(await lastTransition(watched)).toEqual({
      kind: 'acknowledged',
      by_name: by,
      note: 'By the link in a message.',
    });
    await world.quiet();
    const bob = watched.people[1] as Person;
    expect(world.subjectsTo(bob)).toEqual([`${watched.name}: raised`, `${watched.name}: acknowledged by ${by}`]);
    expect(await press(watched.link)).toMatchObject({
      status: 409,
      body: { error: { message: 'This link was used already.' } },
    });
    expect((await look(watched.link)).body).toMatchObject({ state: 'used', alarms: [{ state: 'acknowledged', by }] });
  });

  it('acknowledges once when it is pressed twice at once', async () => {
    const watched = await raised();
    const replies = await Promise.all([press(watched.link), press(watched.link)]);
    for (const { status } of replies) expect([200, 409]).toContain(status);
    const acknowledged = await world.portal.context.db
      .selectFrom('alarm_transitions')
      .select('kind')
      .where('asset_id', '=', watched.asset.assetId)
      .where('kind', '=', 'acknowledged')
      .execute();
    expect(acknowledged).toHaveLength(1);
  });

  it('acknowledges in the name of who is logged in, and the journal says so', async () => {
    const watched = await raised();
    const bob = watched.people[1] as Person;
    const client = await world.portal.as(bob.username);
    expect((await look(watched.link, client)).body).toMatchObject({ username: bob.username, way: 'session' });
    expect((await press(watched.link, client)).status).toBe(200);
    expect(await lastTransition(watched)).toEqual({
      kind: 'acknowledged',
      by_name: bob.username,
      note: 'From the page of a message.',
    });
    // It is not used up: it is Ann's.
    expect((await look(watched.link)).body).toMatchObject({ state: 'ready', alarms: [{ state: 'acknowledged' }] });
  });

  it('is that of the recipient where who is logged in may not acknowledge', async () => {
    const watched = await raised();
    await world.portal.aUser({ username: `nobody ${watched.name}` });
    const nobody = await world.portal.as(`nobody ${watched.name}`);
    expect((await look(watched.link, nobody)).body).toMatchObject({ username: watched.first.username, way: 'link' });
  });

  it('says who acknowledged it meanwhile, and when it was closed', async () => {
    const watched = await raised();
    await world.acknowledge(watched, watched.people[1]?.username ?? '');
    expect((await press(watched.link)).body.alarms).toMatchObject([
      { state: 'acknowledged', by: watched.people[1]?.username },
    ]);
    await world.send(watched.asset, 0);
    await expect.poll(() => statusOf(watched)).toEqual([]);
    expect((await look(watched.link)).body.alarms).toMatchObject([{ state: 'ended' }]);
    // Raised anew it is another alarm, of which this link is not.
    await world.raise(watched);
    expect((await press(watched.link)).body.alarms).toMatchObject([{ state: 'ended' }]);
    expect(statusOf(watched)).toEqual([1]);
  });

  it('expires after a week', async () => {
    const watched = await raised();
    world.clock.advance(7 * DAY - MINUTE);
    expect((await look(watched.link)).body).toMatchObject({ state: 'ready' });
    world.clock.advance(MINUTE);
    expect((await look(watched.link)).body).toMatchObject({ state: 'expired', alarms: [] });
    expect(await press(watched.link)).toMatchObject({
      status: 409,
      body: { error: { message: 'This link has expired.' } },
    });
    expect(statusOf(watched)).toEqual([1]);
  });

  it('does nothing for who may no longer acknowledge or no longer sees the asset when it is pressed', async () => {
    const watched = await raised();
    const view = [permissionId('Assets', 'View'), permissionId('Alarms', 'View')];
    await world.portal.setPermissions(watched.userGroupId, view);
    expect((await look(watched.link)).body).toMatchObject({ state: 'refused', alarms: [{ state: 'open' }] });
    expect((await press(watched.link)).status).toBe(403);
    await world.portal.setPermissions(watched.userGroupId, SEES_ALARMS);
    const groups: AssetGroupId[] = [watched.assetGroupId];
    const { links } = world.portal.context.ownership;
    for (const { userGroupId } of watched.people) await links.remove(systemCaller, 'assetGroups', userGroupId, groups);
    expect((await look(watched.link)).body).toMatchObject({ state: 'refused', alarms: [] });
    expect((await press(watched.link)).status).toBe(403);
    expect(statusOf(watched)).toEqual([1]);
  });

  it('is in no mail to who may not acknowledge', async () => {
    const watched = await world.watched();
    await world.portal.setPermissions(watched.userGroupId, [
      permissionId('Assets', 'View'),
      permissionId('Alarms', 'View'),
    ]);
    await world.raise(watched);
    expect(world.subjectsTo(watched.first)).toHaveLength(1);
    expect(linkTo(watched.first)).toBe('');
  });

  it('is refused when a letter of it differs, or it is of another message', async () => {
    const watched = await raised();
    const other = linkTo(watched.people[1] as Person);
    const [message = ''] = watched.link.split('.');
    const [, signature = ''] = other.split('.');
    for (const wrong of [
      `${message}.${signature}`,
      `${watched.link}x`,
      watched.link.slice(0, -1),
      message,
      '.',
      'x.y',
    ]) {
      expect([wrong, (await press(wrong)).status]).toEqual([wrong, 404]);
    }
    expect(statusOf(watched)).toEqual([1]);
  });

  it('is taken from no other site, and tried so often only', async () => {
    const watched = await raised();
    const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' };
    const body = JSON.stringify({ link: watched.link });
    const other = await fetch(`${world.portal.url}/api/alertanswers`, { method: 'POST', headers, body });
    expect(other.status).toBe(403);
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await look('x.y')).status);
    expect(statuses.slice(-1)).toEqual([429]);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]));
  });
});
