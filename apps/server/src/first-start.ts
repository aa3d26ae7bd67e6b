import type { UserGroupId } from '@telltale/contract';
import { ConfigError } from '#config/config.ts';
import type { UserRepository } from '#features/access/user-repository.ts';
import type { OwnershipServices } from '#features/ownership/ownership-routes.ts';
import { HttpError } from '#http/errors.ts';
import { systemCaller } from '#http/system-caller.ts';
import { randomToken } from '#random-token.ts';

/** The group of the first administrator; migration 0001 makes it, with AdminModify. */
const ADMINISTRATORS = 1 as UserGroupId;
const ADMINISTRATOR = 'admin';

export interface FirstAccount {
  username: string;
  /** Present when it was made up: it is shown this once. */
  password: string | undefined;
}

/** Shows a made-up password to whoever started the process. */
export function showFirstAccount({ username, password }: FirstAccount): void {
  if (password === undefined) return;
  process.stderr.write(
    `\n  First start: log in as ${username} with the password ${password}\n  It is shown this once. Change it with: npm run telltale -- user password ${username}\n\n`,
  );
}

/** Gives a new data folder its one account, `admin`; does nothing where there are users. */
export async function createFirstAccount(
  users: UserRepository,
  { users: accounts, links }: Pick<OwnershipServices, 'users' | 'links'>,
  givenPassword: string | undefined,
): Promise<FirstAccount | undefined> {
  if ((await users.list()).length > 0) return undefined;
  const password = givenPassword ?? randomToken().slice(0, 20);
  const admin = await accounts.create(systemCaller, { username: ADMINISTRATOR, password }).catch((error) => {
    if (error instanceof HttpError) throw new ConfigError(`TELLTALE_ADMIN_PASSWORD: ${error.message}`);
    throw error;
  });
  await links.add(systemCaller, 'users', ADMINISTRATORS, [admin.userId]);
  return { username: ADMINISTRATOR, password: givenPassword === undefined ? password : undefined };
}
