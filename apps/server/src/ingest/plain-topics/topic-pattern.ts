/** What the named parts of a pattern stand for in one topic. */
export type TopicParts = ReadonlyMap<string, string>;

const NAMED = /^\{(.+)\}$/;
const NO_PARTS: TopicParts = new Map();

/** A topic of a rule: `plant/{line}/+/{serial}/#`, in which parts in braces match like `+` and have a name. */
export class TopicPattern {
  /** What the portal subscribes to. */
  readonly filter: string;
  readonly #levels: readonly string[];
  readonly #names: readonly (readonly [place: number, name: string])[];
  readonly #isOpen: boolean;

  constructor(text: string) {
    const levels = text.split('/');
    this.#isOpen = levels.at(-1) === '#';
    this.#names = levels.flatMap((level, place) => {
      const name = NAMED.exec(level)?.[1];
      return name === undefined ? [] : [[place, name] as const];
    });
    this.#levels = levels.map((level) => (NAMED.test(level) ? '+' : level));
    this.filter = this.#levels.join('/');
  }

  /** Undefined: the topic is not one of these. */
  match(topic: string): TopicParts | undefined {
    const levels = topic.split('/');
    // A wildcard in front does not match what brokers tell of themselves [MQTT-4.7.2-1].
    if (topic.startsWith('$') && this.#levels[0] !== levels[0]) return undefined;
    const fixed = this.#isOpen ? this.#levels.length - 1 : this.#levels.length;
    if (this.#isOpen ? levels.length < fixed : levels.length !== fixed) return undefined;
    for (let place = 0; place < fixed; place++) {
      const wanted = this.#levels[place];
      if (wanted !== '+' && wanted !== levels[place]) return undefined;
    }
    if (this.#names.length === 0) return NO_PARTS;
    return new Map(this.#names.map(([place, name]) => [name, levels[place] ?? '']));
  }
}

/** Text in which parts stand in braces. */
export function withParts(text: string, parts: TopicParts): string {
  return text.replaceAll(/\{([^{}]*)\}/g, (braces, name: string) => parts.get(name) ?? braces);
}
