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
    const groups: find.FoundGroup[] = [];
    for (const finder of this.#finders) {
      if (kind !== undefined && finder.kind !== kind) continue;
      if (!holds(caller, finder.permissionId)) continue;
      const group: find.FoundGroup = { kind: finder.kind, entries: [], hasMore: false };
      let passed = 0;
      for await (const found of finder.find(caller, words)) {
        if (passed++ < offset) continue;
        group.hasMore = group.entries.length === limit;
        if (group.hasMore) break;
        group.entries.push({ kind: finder.kind, ...found });
      }
      if (group.entries.length > 0) groups.push(group);
    }
    return groups;
  }
}
