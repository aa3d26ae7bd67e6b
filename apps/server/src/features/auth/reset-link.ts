import type { EpochMs, UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Work } from '#db/unit-of-work.ts';
import { randomToken } from '#random-token.ts';
import { PasswordResetRepository } from './password-reset-repository.ts';

/** A reset link is good for so long (spec 3 §4). */
const LINK_MS = 3_600_000;

/** A link that sets the password of a user; it ends the one before. */
export async function newResetLink(
  unit: Work,
  user: { userId: UserId; username: string },
  { clock, portalUrl }: { clock: Clock; portalUrl: () => string },
): Promise<{ link: string; expiresMs: EpochMs }> {
  const changeId = randomToken();
  const expiresMs = clock.now() + LINK_MS;
  await unit.of(PasswordResetRepository).replace(user.userId, changeId, expiresMs);
  const query = new URLSearchParams({ changeId, username: user.username });
  return { link: `${portalUrl()}/login?${query}`, expiresMs };
}
