/** A value that a path leads to. */
export interface Found {
  value: unknown;
  /** The object or array that it stands in; undefined for the message itself. */
  parent: unknown;
  /** By which name or place the last wildcard found it; undefined where there was none. */
  key: string | undefined;
}

type Step = { readonly name: string } | { readonly index: number } | 'all';

const STEP = /\.(\*|[^.[\]*]+)|\[(?:(\d+)|(\*)|'([^']*)')\]/gy;
/** A wildcard over wildcards must not make a message of one megabyte the work of minutes. */
const MOST_FOUND = 1_000;

/**
 * The names, indexes and wildcards of a JSONPath (RFC 9535), which cost no more than the message is long. A path begins
 * with `$`, or with `@` where it is followed from another value on.
 */
export class JsonPath {
  readonly #steps: readonly Step[];

  /** @param text whose form the contract has checked */
  constructor(text: string) {
    this.#steps = [...text.slice(1).matchAll(STEP)].map(([, dotted, index, star, quoted]): Step => {
      if (star !== undefined || dotted === '*') return 'all';
      return index !== undefined ? { index: Number(index) } : { name: dotted ?? quoted ?? '' };
    });
  }

  /** What there is at the path, in the order of the message, and 1,000 values at most. */
  find(root: unknown): Found[] {
    let found: Found[] = [{ value: root, parent: undefined, key: undefined }];
    for (const step of this.#steps) {
      const next: Found[] = [];
      for (const one of found) take(one, step, next);
      found = next;
    }
    return found;
  }

  /** The first value at the path; undefined: there is none. */
  first(root: unknown): unknown {
    return this.find(root)[0]?.value;
  }
}

function take({ value, key }: Found, step: Step, into: Found[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (step === 'all') {
    for (const [name, member] of Object.entries(value)) {
      if (into.length >= MOST_FOUND) return;
      into.push({ value: member, parent: value, key: name });
    }
  } else if ('index' in step) {
    if (Array.isArray(value) && step.index < value.length) {
      into.push({ value: value[step.index] as unknown, parent: value, key });
    }
  } else if (!Array.isArray(value) && Object.hasOwn(value, step.name)) {
    into.push({ value: (value as Record<string, unknown>)[step.name], parent: value, key });
  }
}
