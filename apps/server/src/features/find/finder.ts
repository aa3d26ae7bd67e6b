import type { find } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import type { Words } from './words.ts';

/** Looks for one kind of thing. */
export interface Finder {
  readonly kind: find.FoundKind;
  /** The permission of the call that lists them. */
  readonly permissionId: number;
  /** What the caller may see of those that match, best first; asked for as many as are shown. */
  find(caller: Caller, words: Words): AsyncIterable<Omit<find.Found, 'kind'>>;
}

/** An asset as far as it is looked for. */
export interface NamedAsset {
  readonly assetId: NonNullable<find.Found['assetId']>;
  readonly assetDefinitionId: NonNullable<find.Found['assetDefinitionId']>;
  /** Its alias, else its serial number. */
  readonly name: string;
  /** The alias of its definition, else its name. */
  readonly definitionName: string;
}

/** The assets in a caller's sight, in order of id; listed once for each search. */
export type AssetsInSight<Asset extends NamedAsset = NamedAsset> = (
  caller: Caller,
  words: Words,
) => Promise<Iterable<Asset>>;

/** Answers all who ask for the same search at once. */
export function oncePerSearch<T>(ask: (caller: Caller) => Promise<T>): (caller: Caller, words: Words) => Promise<T> {
  const asked = new WeakMap<Words, Promise<T>>();
  return (caller, words) => {
    const answer = asked.get(words) ?? ask(caller);
    asked.set(words, answer);
    return answer;
  };
}
