import { afterEach, beforeEach } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { useConfirmStore } from '#ui/feedback/confirm.ts';
import { useToastStore } from '#ui/feedback/toast.ts';

// Files of tiles share a world: who was logged in in one of them is nobody in the next.
afterEach(() => useSessionStore.setState(useSessionStore.getInitialState(), true));

// What was said or asked in one of them, also by an answer that came after its end, is not on the next one's screen.
beforeEach(() => {
  useToastStore.setState(useToastStore.getInitialState(), true);
  useConfirmStore.setState(useConfirmStore.getInitialState(), true);
});
