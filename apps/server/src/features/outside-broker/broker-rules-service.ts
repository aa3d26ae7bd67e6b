import { createHash } from 'node:crypto';
import {
  type BrokerFile,
  type BrokerMessage,
  type BrokerOutcome,
  type OutsideBroker as BrokerReply,
  type BrokerRule,
  ruleDifference,
  ruleDifferenceText,
} from '@telltale/contract';
import { ConfigError } from '#config/config.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, forbidden } from '#http/errors.ts';
import { PayloadError } from '#ingest/incoming.ts';
import { PlainTopics, RuleError } from '#ingest/plain-topics/plain-topics.ts';
import type { TopicRule } from '#ingest/plain-topics/topic-rule.ts';
import type { Topic } from '#news/topic.ts';
import { BROKER_FILE } from '#outside-broker/broker-file.ts';
import { KEPT_BYTES, type SeenMessage } from '#outside-broker/broker-watch.ts';
import type { OutsideBroker } from '#outside-broker/outside-broker.ts';
import { shownText } from './shown-text.ts';

export interface BrokerRulesParts {
  /** Undefined: TELLTALE_BROKER_URL names none. */
  broker: OutsideBroker | undefined;
  file: BrokerFile;
  plain: PlainTopics;
  /** Writes a file of the operator's beside the one that counts; answers what puts it there. */
  files: { stage(file: string, text: string): Promise<() => void> };
  /**
   * What the file says now: somebody may have edited it.
   * @throws ConfigError when it is written wrongly
   */
  readFile: () => Promise<BrokerFile>;
  /** Tells every node of other rules. */
  changed: Topic<{ rules: readonly BrokerRule[] }>;
  work: UnitOfWork;
}

const NO_BROKER = 'There is no MQTT broker to look at: TELLTALE_BROKER_URL names none.';

/** So many values of a message are shown of each rule. */
const MOST_POINTS = 50;

/** By which rules topics of the outside broker become values: seen, changed and tried out by administrators of the first unit. */
export class BrokerRulesService {
  readonly #parts: BrokerRulesParts;
  #file: BrokerFile;

  constructor(parts: BrokerRulesParts) {
    this.#parts = parts;
    this.#file = parts.file;
    parts.plain.follow(compiled(parts.file.rules));
  }

  get(caller: Caller): BrokerReply {
    requireFirstUnit(caller);
    const { broker } = this.#parts;
    return {
      connection: broker?.state ?? null,
      gatewayId: broker?.gateway.gatewayId ?? null,
      file: this.#file,
      version: versionOf(this.#file.rules),
    };
  }

  /**
   * Writes the file, and asks the broker for the topics of the rules.
   * @throws HttpError 403 for administrators of another unit, 409 when somebody else has changed them meanwhile, here or in
   * the file
   */
  async replace(caller: Caller, rules: readonly BrokerRule[], version: string): Promise<BrokerReply> {
    requireFirstUnit(caller);
    compiled(rules);
    const { work, files, broker, changed } = this.#parts;
    const known = this.#file;
    try {
      await work.run(caller, async (unit) => {
        const written = await this.#written();
        const before = this.#followHandEdit(written.rules);
        if (version !== versionOf(before)) throw changedMeanwhile(rules, before);
        if (versionOf(rules) === version) return;
        unit.note({ kind: 'configuration', what: `${BROKER_FILE} changed`, before, after: rules });
        // Its other fields count from the next start, as they are written.
        const put = await files.stage(BROKER_FILE, `${JSON.stringify({ ...written, rules }, undefined, 2)}\n`);
        unit.afterCommit(put);
        unit.tell(changed, { rules });
      });
    } finally {
      // Outside of the unit: the broker may take its time.
      if (this.#file !== known) await broker?.follow(this.#file);
    }
    return this.get(caller);
  }

  /** Rules that were changed at any node. The broker is asked for their topics by the node that is connected to it. */
  follow(rules: readonly BrokerRule[]): void {
    this.#file = { ...this.#file, rules: [...rules] };
    this.#parts.plain.follow(compiled(rules));
    void this.#parts.broker?.follow(this.#file);
  }

  /** Rules that somebody has written into the file count from now on: whoever loads them again sees them. */
  #followHandEdit(written: readonly BrokerRule[]): readonly BrokerRule[] {
    if (versionOf(written) !== versionOf(this.#file.rules)) {
      this.#parts.plain.follow(readyByHand(written));
      this.#file = { ...this.#file, rules: [...written] };
    }
    return this.#file.rules;
  }

  async #written(): Promise<BrokerFile> {
    try {
      return await this.#parts.readFile();
    } catch (error) {
      if (error instanceof ConfigError) throw unusable(error);
      throw error;
    }
  }

  /** @throws HttpError 403 for administrators of another unit: a topic does not say whose its messages are */
  look(caller: Caller, filter: string, draft: readonly BrokerRule[] | undefined) {
    requireFirstUnit(caller);
    const { broker } = this.#parts;
    const rules = compiled(draft ?? this.#file.rules);
    if (!broker) return { messages: [], total: 0, failure: NO_BROKER };
    const { messages, total, failure } = broker.look(filter);
    return { messages: messages.map((message) => tell(message, rules)), total, failure: failure ?? null };
  }
}

function tell(message: SeenMessage, rules: readonly TopicRule[]): BrokerMessage {
  const { timeMs, topic, payload, bytes, retained } = message;
  const outcomes = rules.filter((rule) => rule.covers(topic)).map((rule) => outcomeOf(rule, message));
  return { time: new Date(timeMs).toISOString(), topic, text: shownText(payload), bytes, retained, outcomes };
}

function outcomeOf(rule: TopicRule, { topic, payload, bytes }: SeenMessage): BrokerOutcome {
  const nothing = { rule: rule.rule.name, serialNumber: null, points: [] };
  if (bytes > KEPT_BYTES) return { ...nothing, problems: ['Messages of this length are not tried out here.'] };
  try {
    const { serialNumber = null, points, units, setAside } = rule.apply(topic, payload) ?? { points: [], setAside: [] };
    return {
      rule: rule.rule.name,
      serialNumber,
      points: points.slice(0, MOST_POINTS).map(({ label, value, timeMs }) => ({
        label,
        value: typeof value === 'number' && !Number.isFinite(value) ? null : value,
        unit: units?.get(label) ?? '',
        time: timeOf(timeMs),
      })),
      problems: setAside
        .map(({ label, reason }) => (label === null ? reason : `${label}: ${reason}`))
        .slice(0, MOST_POINTS),
    };
  } catch (error) {
    if (error instanceof PayloadError) return { ...nothing, problems: [error.message] };
    throw error;
  }
}

/** The times that Date can write; what is further out is set aside when it comes to storing. */
const LAST_MS = 8.64e15;

function timeOf(timeMs: number | undefined): string | null {
  return timeMs === undefined || Math.abs(timeMs) > LAST_MS ? null : new Date(timeMs).toISOString();
}

function compiled(rules: readonly BrokerRule[]): TopicRule[] {
  try {
    return PlainTopics.compile(rules);
  } catch (error) {
    if (error instanceof RuleError) throw badRequest(error.message);
    throw error;
  }
}

function readyByHand(rules: readonly BrokerRule[]): TopicRule[] {
  try {
    return PlainTopics.compile(rules);
  } catch (error) {
    if (error instanceof RuleError) throw unusable(error);
    throw error;
  }
}

/** Saving would overwrite what somebody has begun to write. */
const unusable = ({ message }: Error) =>
  conflict(`Somebody has edited ${BROKER_FILE}, and it cannot be used as it is: ${message}`);

function changedMeanwhile(yours: readonly BrokerRule[], there: readonly BrokerRule[]) {
  const difference = ruleDifference(yours, there);
  return conflict(
    `Somebody else has changed the rules meanwhile (${ruleDifferenceText(difference)}). Load them again.`,
    difference,
  );
}

function versionOf(rules: readonly BrokerRule[]): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('base64url');
}

/** Topics are of the whole plant: who does not see all of its assets sees none of its messages. */
function requireFirstUnit(caller: Caller): void {
  if (!caller.visibility.everything) {
    throw forbidden('Only administrators of the first admin unit see what the MQTT broker brings.');
  }
}
