import { type BrokerRule, type BrokerValue, KEY_PART, QUALITY_GOOD } from '@telltale/contract';
import { excerptOf, goodPoint, type IncomingPoint, numberPoint, PayloadError, type SetAside } from '../incoming.ts';
import { readJson, storableJsonText } from '../payload.ts';
import { type Found, JsonPath } from './json-path.ts';
import { RuleTime } from './rule-time.ts';
import { type TopicParts, TopicPattern, withParts } from './topic-pattern.ts';

/** What a rule makes of one message. */
export interface RuleOutcome {
  /** Undefined: the message does not say of which asset it is. */
  serialNumber: string | undefined;
  points: IncomingPoint[];
  /** The units that the rule gives to the labels of the points. */
  units: Map<string, string>;
  setAside: SetAside[];
}

/** Numbers as equipment writes them into a message of text alone. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** What stands there for each value of one message: what is the same for all of them is looked for once. */
type Source = (root: unknown, parts: TopicParts) => SourceOfValue;
type SourceOfValue = (found?: Found) => unknown;

/** A rule of broker.json, ready to be held against messages. */
export class TopicRule {
  readonly rule: BrokerRule;
  readonly #pattern: TopicPattern;
  readonly #serialNumber: Source;
  readonly #values: readonly { value: BrokerValue; path: JsonPath; label: Source }[];
  readonly #time: { source: Source; reader: RuleTime } | undefined;

  /** @throws CsvError when there is no time zone of the name that the rule gives */
  constructor(rule: BrokerRule) {
    this.rule = rule;
    this.#pattern = new TopicPattern(rule.topic);
    this.#serialNumber = sourceOf(rule.serialNumber);
    this.#values = rule.values.map((value) => ({
      value,
      path: new JsonPath(value.path),
      label: sourceOf(value.label),
    }));
    this.#time = rule.time ? { source: sourceOf(rule.time.source), reader: new RuleTime(rule.time) } : undefined;
  }

  get filter(): string {
    return this.#pattern.filter;
  }

  covers(topic: string): boolean {
    return this.#pattern.match(topic) !== undefined;
  }

  /**
   * Undefined: the message is of another topic.
   * @throws {PayloadError} when the message cannot be read
   */
  apply(topic: string, payload: Uint8Array): RuleOutcome | undefined {
    const parts = this.#pattern.match(topic);
    if (parts === undefined) return undefined;
    const root = this.rule.payload === 'json' ? readJson(payload) : textOf(payload);
    const outcome: RuleOutcome = { serialNumber: undefined, points: [], units: new Map(), setAside: [] };
    const serialNumber = nameOf(this.#serialNumber(root, parts)());
    if (serialNumber === undefined) throw new PayloadError(`no serial number at ${this.rule.serialNumber}`);
    outcome.serialNumber = serialNumber;
    const time = this.#time?.source(root, parts);
    for (const { value, path, label } of this.#values) {
      const at = { label: label(root, parts), time };
      for (const found of path.find(root)) this.#take(found, value, at, outcome);
    }
    if (outcome.points.length === 0 && outcome.setAside.length === 0) {
      throw new PayloadError(`none of the values of the rule '${this.rule.name}' is in the message`);
    }
    return outcome;
  }

  #take(
    found: Found,
    { unit, label: labelText }: BrokerValue,
    at: { label: SourceOfValue; time: SourceOfValue | undefined },
    into: RuleOutcome,
  ): void {
    // Nothing was measured.
    if (found.value === null) return;
    const label = nameOf(at.label(found));
    const refuse = (reason: string, timeMs: number | null = null) =>
      into.setAside.push({ reason, label: label ?? null, timeMs, excerpt: excerptOf(found.value) });
    if (label === undefined) {
      refuse(`no label at ${labelText}`);
      return;
    }
    let timeMs: number | undefined;
    if (this.#time) {
      timeMs = this.#time.reader.read(at.time?.(found));
      if (timeMs === undefined) {
        refuse(`no time at ${this.rule.time?.source}`);
        return;
      }
    }
    const point = pointOf(label, timeMs, found.value);
    if ('reason' in point) {
      refuse(point.reason, timeMs);
      return;
    }
    into.points.push(point);
    if (unit !== '') into.units.set(label, unit);
  }
}

/** Text with parts of the topic, or a path into the message (`$`) or on from the object of the value (`@`). */
function sourceOf(text: string): Source {
  if (!/^[$@]/.test(text)) {
    return (_root, parts) => (found) =>
      withParts(text, found?.key === undefined ? parts : new Map([...parts, [KEY_PART, found.key]]));
  }
  const path = new JsonPath(text);
  if (text.startsWith('@')) return () => ofParent(path);
  return (root) => {
    const value = path.first(root);
    return () => value;
  };
}

/** Values that stand in the same object come one after the other. */
function ofParent(path: JsonPath): SourceOfValue {
  let parent: unknown;
  let value: unknown;
  return (found) => {
    if (found?.parent !== parent) {
      parent = found?.parent;
      value = path.first(parent);
    }
    return value;
  };
}

/** A name as text; numbers are what some equipment is called. */
function nameOf(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

function textOf(payload: Uint8Array): number | string {
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8').trim();
  return NUMBER.test(text) ? Number(text) : text;
}

function pointOf(label: string, timeMs: number | undefined, value: unknown): IncomingPoint | { reason: string } {
  if (typeof value === 'number') return numberPoint(label, timeMs, value, QUALITY_GOOD);
  // As everywhere, so that charts and alarms work on them.
  if (typeof value === 'boolean') return goodPoint(label, timeMs, value ? 1 : 0);
  const text = storableJsonText(value);
  return text.reason === undefined ? goodPoint(label, timeMs, text.value) : { reason: text.reason };
}
