import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** For each client the questions under way, and whether there was news since each was put. */
const underWay = new WeakMap<QueryClient, Map<string, { hasNews: boolean }>>();

/**
 * Asks again what stands under a key, because of news that the last answer cannot hold. Listeners that hear of the same
 * news share one question. News during a question lead to one more after it, so that none is lost and a flood of news
 * never keeps an answer from coming.
 */
export async function askAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const questions = underWay.get(client) ?? new Map<string, { hasNews: boolean }>();
  underWay.set(client, questions);
  const hash = hashKey(queryKey);
  const asked = questions.get(hash);
  if (asked) {
    asked.hasNews = true;
    return;
  }
  const question = { hasNews: true };
  questions.set(hash, question);
  // Whoever hears of the same news does so before this goes on.
  await Promise.resolve();
  while (question.hasNews) {
    // What was asked before the news may be answered without them: its answer comes first, and does not count.
    await client.refetchQueries({ queryKey, fetchStatus: 'fetching' }, { cancelRefetch: false });
    question.hasNews = false;
    await client.invalidateQueries({ queryKey });
  }
  questions.delete(hash);
}
