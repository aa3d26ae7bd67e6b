import type { AssetId, BrokerRule } from '@telltale/contract';
import { CsvError } from '../csv/csv-error.ts';
import { type GatewayRef, type Principal, speaks } from '../device-registry.ts';
import type { GatewayAssets } from '../gateway-assets.ts';
import { excerptOf, PayloadError } from '../incoming.ts';
import { beginningOf } from '../message-origin.ts';
import { setAsideWhole } from '../payload.ts';
import type { IngestPipeline } from '../pipeline.ts';
import type { Quarantine } from '../quarantine/quarantine.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { DeviceProtocol } from '../sessions/device-protocol.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import { type RuleOutcome, TopicRule } from './topic-rule.ts';

export interface PlainTopicsParts {
  pipeline: IngestPipeline;
  assets: GatewayAssets;
  quarantine: Quarantine;
  /** Keeps the units that rules give to labels; `before` are those that they gave the last time. */
  tellUnits: (
    device: RegisteredDevice,
    units: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string>,
  ) => Promise<void>;
}

interface PlainMessage {
  gateway: GatewayRef;
  topic: string;
  payload: Buffer;
  /** How it began, for whoever asks why a value is what it is. */
  text: string | undefined;
}

/** A rule cannot be used; the text says which, and why. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** Any topics of an outside broker, as rules map them to assets. */
export class PlainTopics implements DeviceProtocol {
  readonly #parts: PlainTopicsParts;
  readonly #told = new Map<AssetId, Map<string, string>>();
  #rules: readonly TopicRule[] = [];

  constructor(parts: PlainTopicsParts) {
    this.#parts = parts;
  }

  /** @throws RuleError when one of the rules cannot be used */
  static compile(rules: readonly BrokerRule[]): TopicRule[] {
    return rules.map((rule) => {
      try {
        return new TopicRule(rule);
      } catch (error) {
        if (error instanceof CsvError) throw new RuleError(`The rule '${rule.name}': ${error.message}.`);
        throw error;
      }
    });
  }

  /** The rules from now on. */
  follow(rules: readonly TopicRule[]): void {
    this.#rules = rules;
  }

  get filters(): string[] {
    return [...new Set(this.#rules.map(({ filter }) => filter))];
  }

  owns(principal: Principal, topic: string): boolean {
    return speaks(principal, 'plain') && this.#rules.some((rule) => rule.covers(topic));
  }

  /** Nobody subscribes to them here: the portal itself is the subscriber. */
  grants(): boolean {
    return false;
  }

  async take({ principal }: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    if (principal.kind !== 'gateway') return;
    const { gateway } = principal;
    const rules = this.#rules.filter((rule) => rule.covers(topic));
    // What is about several assets is shown with the value of none.
    const text = rules.length === 1 ? beginningOf(payload) : undefined;
    await Promise.all(rules.map((rule) => this.#follow(rule, { gateway, topic, payload, text })));
  }

  /** What one rule cannot read does not keep another from it. */
  async #follow(rule: TopicRule, message: PlainMessage): Promise<void> {
    const { gateway, topic, payload } = message;
    try {
      const outcome = rule.apply(topic, payload);
      if (outcome) await this.#store(rule, message, outcome);
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      const received = `${topic} ${beginningOf(payload)}`;
      this.#parts.quarantine.add({ gatewayId: gateway.gatewayId }, gateway.name, [setAsideWhole(error, received)]);
    }
  }

  async #store(
    { rule }: TopicRule,
    { gateway, topic, text }: PlainMessage,
    { serialNumber = '', points, units, setAside }: RuleOutcome,
  ): Promise<void> {
    const { assets, quarantine, pipeline } = this.#parts;
    const device =
      rule.definition === null || points.length === 0
        ? await assets.find(gateway, serialNumber)
        : await assets.ensure(gateway, serialNumber, [rule.definition], rule.definition);
    if (device === undefined && setAside.length > 0) {
      quarantine.add({ gatewayId: gateway.gatewayId }, gateway.name, setAside);
      return;
    }
    if (device === undefined) throw new PayloadError(`no asset has the serial number ${excerptOf(serialNumber)}`);
    quarantine.add({ assetId: device.assetId }, device.serialNumber, setAside);
    await pipeline.accept(device, points, { origin: { way: 'gateway', sender: `${gateway.name}, ${topic}`, text } });
    await this.#tellUnits(device, units);
  }

  /** Once its values are stored: until then some of its data items may not exist. */
  async #tellUnits(device: RegisteredDevice, units: ReadonlyMap<string, string>): Promise<void> {
    const before = this.#told.get(device.assetId) ?? new Map<string, string>();
    const news = new Map([...units].filter(([label, unit]) => before.get(label) !== unit));
    if (news.size === 0) return;
    await this.#parts.tellUnits(device, news, before);
    this.#told.set(device.assetId, new Map([...before, ...news]));
  }

  /** The asset is gone. */
  forget(assetId: AssetId): void {
    this.#told.delete(assetId);
  }
}
