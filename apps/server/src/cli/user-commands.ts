import type { UserGroupId } from '@telltale/contract';
import { z } from 'zod';
import { CommandError, controlCommand } from '#control/control-command.ts';
import { systemCaller } from '#http/system-caller.ts';
import { actorOf } from '#journal/journal.ts';

/** Migration 0001 makes this group and gives it AdminModify. */
const ADMINISTRATORS = 1 as UserGroupId;

/** `telltale user add <name>`: an account that may look at nothing until it is put into groups, or an administrator. */
export const userAddCommand = controlCommand({
  name: 'user add',
  input: z.object({ username: z.string(), password: z.string(), isAdministrator: z.boolean().default(false) }),
  async run({ ownership }, { username, password, isAdministrator }) {
    const user = await ownership.users.create(systemCaller, { username, password });
    if (isAdministrator) await ownership.links.add(systemCaller, 'users', ADMINISTRATORS, [user.userId]);
    return { userId: user.userId, username: user.username };
  },
});

/** `telltale user second-factor-off <name>`: for an administrator whom nobody else can let in again. */
export const userSecondFactorOffCommand = controlCommand({
  name: 'user second-factor-off',
  input: z.object({ username: z.string() }),
  async run({ secondFactors, users }, { username }) {
    const user = await users.findByName(username);
    if (!user) throw new CommandError(`There is no user ${username}.`);
    await secondFactors.removeByOperator(user, actorOf(systemCaller));
    return { username: user.username };
  },
});

/** `telltale user password <name>`: sets a password and ends the user's sessions. */
export const userPasswordCommand = controlCommand({
  name: 'user password',
  input: z.object({ username: z.string(), password: z.string() }),
  async run({ ownership, users }, { username, password }) {
    if (!(await users.findByName(username))) throw new CommandError(`There is no user ${username}.`);
    await ownership.users.setPassword(systemCaller, username, password);
    return { username };
  },
});
