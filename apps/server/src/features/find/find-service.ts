import { find } from '@telltale/contract';
import { type Caller, holds } from '#http/caller.ts';
import type { Finder } from './finder.ts';
import { Words } from './words.ts';

export interface FindQuery {
  text: string;
  kind?: find.FoundKind | undefined;
  limit: number;
  offset: number;
}

/** Finds things by name: of each kind what the caller may list anyway. */
export class FindService {
  readonly #finders: readonly Finder[];

  constructor(finders: readonly Finder[]) {
    const order = (finder: Finder) => find.foundKinds.indexOf(finder.kind);
    this.#finders = [...finders].sort((a, b) => order(a) - order(b));
  }

  async find(caller: Caller, { text, kind, limit, offset }: FindQuery): Promise<find.FoundGroup[]> {
    const words = new Words(text);
    const asked = this.#finders.filter(
      (finder) => (kind === undefined || finder.kind === kind) && holds(caller, finder.permissionId),
    );
    // While one waits for its database, others look through what is in memory.
    const groups = await Promise.all(asked.map((finder) => groupOf(finder, caller, words, { limit, offset })));
    return groups.filter(({ entries }) => entries.length > 0);
  }
}

async function groupOf(
  finder: Finder,
  caller: Caller,
  words: Words,
  { limit, offset }: Pick<FindQuery, 'limit' | 'offset'>,
): Promise<find.FoundGroup> {
  const group: find.FoundGroup = { kind: finder.kind, entries: [], hasMore: false };
  let passed = 0;
  for await (const found of finder.find(caller, words)) {
    if (passed++ < offset) continue;
    group.hasMore = group.entries.length === limit;
    if (group.hasMore) break;
    group.entries.push({ kind: finder.kind, ...found });
  }
  return group;
}
