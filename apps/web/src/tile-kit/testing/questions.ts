import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';

/** A client that shows one answer of the portal's, and what answers the questions that were put so far. */
export function watched<Answer>(queryKey: QueryKey) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const questions: ((answer: Answer) => void)[] = [];
  const queryFn = () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    questions.push(resolve);
    return promise;
  };
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  return { client, questions, observer, stop };
}
