import type { alerts } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import type { Addressee } from './alert-delivery-repository.ts';
import { AlertRecipientRepository, type Recipient } from './alert-recipient-repository.ts';
import { AlertSourceRepository } from './alert-source-repository.ts';
import { AlertWayRepository } from './alert-way-repository.ts';
import { BrowserRepository, browserRecipient } from './push/browser-repository.ts';

/** Who is told by which way when one of these user groups is told: its users by the ways that they chose, and its webhook. */
export async function addresseesOfGroups(
  unit: Work,
  userGroupIds: readonly number[],
): Promise<(userGroupId: number) => Addressee[]> {
  const groups = [...new Set(userGroupIds)];
  const members = await unit.of(AlertSourceRepository).listMembers(groups);
  const userIds = [...new Set(members.map(({ userId }) => userId))];
  const users = await unit.of(AlertRecipientRepository).list(userIds);
  const browsersOf = Map.groupBy(await unit.of(BrowserRepository).listOfUsers(userIds), ({ userId }) => Number(userId));
  const byId = new Map(users.map((user) => [Number(user.userId), user]));
  const ways = unit.of(AlertWayRepository);
  const hooks = new Set((await ways.listWebhooks(groups)).map(({ userGroupId }) => Number(userGroupId)));
  const sendsTexts = (await ways.findTextGateway()) !== undefined;
  const usersOf = Map.groupBy(members, ({ userGroupId }) => userGroupId);
  return (userGroupId) => [
    ...(usersOf.get(userGroupId) ?? []).flatMap(({ userId }) => {
      const user = byId.get(userId);
      return user ? waysTo(user, userGroupId, sendsTexts) : [];
    }),
    ...(usersOf.get(userGroupId) ?? []).flatMap(({ userId }) =>
      (browsersOf.get(userId) ?? []).map((browser) => browserOf(browser, userGroupId)),
    ),
    ...(hooks.has(userGroupId) ? [webhookOf(userGroupId)] : []),
  ];
}

function waysTo(user: Recipient, userGroupId: number, sendsTexts: boolean): Addressee[] {
  const channels: alerts.AlertChannel[] = [];
  if (user.wantsMail) channels.push('mail');
  if (user.wantsText && sendsTexts) channels.push('text');
  const recipient = `u${user.userId}`;
  return channels.map((channel) => ({ recipient, userId: user.userId, userGroupId, channel }));
}

function webhookOf(userGroupId: number): Addressee {
  return { recipient: `g${userGroupId}`, userId: null, userGroupId, channel: 'webhook' };
}

function browserOf({ browserId, userId }: { browserId: number; userId: number }, userGroupId: number): Addressee {
  return { recipient: browserRecipient(browserId), userId, userGroupId, channel: 'push' };
}
