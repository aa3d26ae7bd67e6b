import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { useSessionStore } from '#session/session-store.ts';

/** Half a second before the first further try, a second before the next: 'Failed to load…' comes within 3 s. */
const FIRST_PAUSE_MS = 500;

/** The cache of server records. A refusal is final; what could not be reached is tried twice more. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => {
          const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
          return !isFinal && failures < 2;
        },
        retryDelay: (failures) => FIRST_PAUSE_MS * 2 ** failures,
      },
    },
  });
  askAgainForWhatChanged(client);
  return client;
}

/**
 * A first answer may be what was there before a change that was told while it was awaited, and the library, which begins anew
 * where there is an answer already, waits for that one and takes it for the newest: so it is asked again once it has come.
 */
function askAgainForWhatChanged(client: QueryClient): void {
  const changed = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isFirst = query.state.fetchStatus !== 'idle' && query.state.data === undefined;
    if (action.type === 'fetch') changed.delete(query);
    if (action.type === 'invalidate' && isFirst) changed.add(query);
    if (action.type === 'success' && changed.delete(query)) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  });
}

/** Forgets every record when another session begins (spec 2 §2.2): what one user saw, the next must not. */
export function clearOnSessionChange(client: QueryClient): () => void {
  return useSessionStore.subscribe((session, before) => {
    if (session.authId === before.authId) return;
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
    client.getMutationCache().clear();
    // Some configuration is for users only: what was refused before may be had now.
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  });
}
