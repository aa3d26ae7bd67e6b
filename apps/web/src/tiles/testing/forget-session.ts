import { afterEach } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';

// Files of tiles share a world: who was logged in in one of them is nobody in the next.
afterEach(() => useSessionStore.setState(useSessionStore.getInitialState(), true));
