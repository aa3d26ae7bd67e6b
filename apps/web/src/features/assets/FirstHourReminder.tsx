import { useLooksAfterPortal } from '#session/session-store.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const FirstHourCard = lazyPart(async () => (await import('#pages/first-hour/FirstHourCard.tsx')).FirstHourCard);

/** For administrators of the whole portal alone. */
export function FirstHourReminder() {
  return useLooksAfterPortal() ? <FirstHourCard /> : null;
}
