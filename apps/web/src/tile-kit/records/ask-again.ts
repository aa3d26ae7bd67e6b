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

/** Charts look again as often; by then a page that opens has what it asked for first. */
const SOON_MS = 5_000;

const soon = new WeakMap<QueryClient, Map<string, ReturnType<typeof setTimeout>>>();

/** The same a while later, once for all who want it by then. What is shown no more by then is not asked. */
export function askAgainSoon(client: QueryClient, queryKey: QueryKey): void {
  const timers = soon.get(client) ?? new Map<string, ReturnType<typeof setTimeout>>();
  soon.set(client, timers);
  const hash = hashKey(queryKey);
  if (timers.has(hash)) return;
  const ask = () => {
    timers.delete(hash);
    void askAgain(client, queryKey);
  };
  timers.set(hash, setTimeout(ask, SOON_MS));
}
