import { ADMIN_MODIFY, ownership } from '@telltale/contract';
import { useSessionStore } from '#session/session-store.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const FirstHourCard = lazyPart(async () => (await import('#pages/first-hour/FirstHourCard.tsx')).FirstHourCard);

/** For administrators of the whole portal alone. */
export function FirstHourReminder() {
  const isTheirs = useSessionStore(
    ({ user, permissions }) => user?.adminId === ownership.ROOT_ADMIN_ID && permissions.has(ADMIN_MODIFY),
  );
  return isTheirs ? <FirstHourCard /> : null;
}
