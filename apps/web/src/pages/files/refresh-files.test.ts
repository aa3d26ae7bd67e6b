import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKeys } from '#api/query-keys.ts';
import { refreshFiles } from './refresh-files.ts';

/** A list whose answers are given by hand, each with what was there when it was asked for. */
function aList(client: QueryClient, queryKey: readonly unknown[]) {
  const answers: (() => void)[] = [];
  const there: string[] = [];
  const queryFn = () => {
    const seen = [...there];
    return new Promise<string[]>((resolve) => answers.push(() => resolve(seen)));
  };
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  return { answers, there, shown: () => observer.getCurrentResult().data, stop };
}

it.each([
  ['all', queryKeys.filePage({ search: 'note' }), undefined],
  ['an asset', queryKeys.assetFiles(7), 7],
])('shows a file that came while files of %s were asked for the first time', async (_of, queryKey, assetId) => {
  const client = new QueryClient();
  const list = aList(client, queryKey);
  list.there.push('note.txt');
  const refreshed = refreshFiles(client, assetId);
  list.answers[0]?.();
  await expect.poll(() => list.answers.length).toBe(2);
  list.answers[1]?.();
  await refreshed;
  expect(list.shown()).toEqual(['note.txt']);
  list.stop();
});
