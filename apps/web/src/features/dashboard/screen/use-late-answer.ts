import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#api/api-error.ts';

/** What has failed shows within 3 s; what is answered by nobody fails a little before. */
const PATIENCE_MS = 2_500;

const NOT_ANSWERED = new ApiError(
  0,
  'unanswered',
  'The portal has not answered yet. What it answers later is shown by itself.',
);

/**
 * A portal that takes a request and never answers it is a failure like any other, though it may answer yet: until then
 * there is an error to show, and all that was asked in vain can be asked again.
 */
export function useLateAnswer(isWaiting: boolean): { error: ApiError | null; askAgain: () => void } {
  const client = useQueryClient();
  const [isLate, setLate] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt has its own time
  useEffect(() => {
    setLate(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, attempt]);

  const askAgain = () => {
    setAttempt((before) => before + 1);
    const unanswered = new Set(client.getQueryCache().findAll({ predicate: isUnanswered }));
    const predicate = (query: Query) => unanswered.has(query);
    void client.cancelQueries({ predicate }).then(() => client.refetchQueries({ type: 'active', predicate }));
  };
  return { error: isWaiting && isLate ? NOT_ANSWERED : null, askAgain };
}

function isUnanswered({ state }: Query): boolean {
  return state.status === 'pending' && state.fetchStatus === 'fetching';
}
