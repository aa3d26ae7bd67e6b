import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { useSessionStore } from '#session/session-store.ts';

/** Half a second before the first further try, a second before the next: 'Failed to load…' comes within 3 s. */
const FIRST_PAUSE_MS = 500;

/** The cache of server records. A refusal is final; what could not be reached is tried twice more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
