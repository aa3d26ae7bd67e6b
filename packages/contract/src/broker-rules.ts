import { z } from 'zod';
import { isPlainName, NAME_FAULT } from './plain-name.ts';

/** How many rules there may be, and how many values each names: each message is held against all of them. */
const MAX_RULES = 200;
const MAX_VALUES = 100;

/** Levels of a topic: a name, `+`, or a part in braces that is given a name; `#` at the end. */
const TOPIC = /^(?:[^/+#{}\p{Cc}]*|\+|\{[a-z][a-z0-9_]*\})(?:\/(?:[^/+#{}\p{Cc}]*|\+|\{[a-z][a-z0-9_]*\}))*(?:\/#)?$/iu;
/** `$.a.b`, `$['a b'][0]`, `$.values.*`: names, indexes and wildcards of RFC 9535, nothing that would have to be searched for. */
const STEPS = String.raw`(?:\.(?:[\p{L}_][\p{L}\p{N}_-]*|\*)|\[(?:\d{1,6}|\*|'[^'\\\p{Cc}]{1,255}')\])*`;
const PATH = new RegExp(`^\\$${STEPS}$`, 'u');
const RELATIVE_PATH = new RegExp(`^@${STEPS}$`, 'u');
const BRACES = /\{([^{}]*)\}/g;

/** The name by which the last wildcard of a value's path goes in its label. */
export const KEY_PART = 'key';

const brokerPathSchema = z.string().max(500).regex(PATH, 'must be a path like $.values.pressure, $[0] or $.values.*');

/** Text, in which the topic's parts stand in braces; or a path into the message, with `$`; of a value also from its own object on, with `@`. */
const sourceSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(500)
  .refine((text) => !/^[$@]/.test(text) || PATH.test(text) || RELATIVE_PATH.test(text), 'is not a path');

export const brokerValueSchema = z.object({
  path: brokerPathSchema,
  label: sourceSchema,
  unit: z.string().trim().max(64).default(''),
});
export type BrokerValue = z.infer<typeof brokerValueSchema>;

export const brokerTimeFormats = ['ms', 's', 'us', 'ns', 'text'] as const;

/** What the messages of a topic mean: of which asset they are, which values they hold, of when. */
export const brokerRuleSchema = z
  .object({
    name: z.string().trim().min(1, 'must not be empty').max(100).refine(isPlainName, NAME_FAULT),
    topic: z
      .string()
      .min(1, 'must not be empty')
      .max(500)
      .refine((text) => text === '#' || TOPIC.test(text), 'must be a topic like plant/{line}/+/{serial}/#'),
    payload: z.enum(['json', 'text']).default('json'),
    serialNumber: sourceSchema.refine((text) => !text.startsWith('@'), 'must be text or a path with $'),
    /** What an asset is that there is not yet; null: messages of such assets are set aside. */
    definition: z.string().trim().min(1, 'must not be empty').max(255).nullable().default('MQTT device'),
    values: z.array(brokerValueSchema).min(1, 'must name a value').max(MAX_VALUES),
    /** Null: the time of arrival. */
    time: z
      .object({
        source: sourceSchema,
        format: z.enum(brokerTimeFormats).default('ms'),
        /** Of times without one, where the format is text. */
        zone: z.string().trim().min(1).max(100).default('UTC'),
      })
      .nullable()
      .default(null),
  })
  .superRefine((rule, context) => {
    const parts = partsOf(rule.topic);
    const twice = parts.find((part, index) => parts.indexOf(part) !== index);
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (twice !== undefined) fault(['topic'], `names {${twice}} twice`);
    if (parts.includes(KEY_PART)) fault(['topic'], `may not name a part {${KEY_PART}}: that is the key of a value`);
    const check = (path: (string | number)[], text: string, more: readonly string[] = []) => {
      if (/^[$@]/.test(text)) return;
      const unknown = partsOf(text).find((part) => !parts.includes(part) && !more.includes(part));
      if (unknown !== undefined) fault(path, `the topic has no part {${unknown}}`);
    };
    check(['serialNumber'], rule.serialNumber);
    if (rule.time) check(['time', 'source'], rule.time.source);
    for (const [index, { path, label }] of rule.values.entries()) {
      check(['values', index, 'label'], label, path.includes('*') ? [KEY_PART] : []);
    }
  });
export type BrokerRule = z.infer<typeof brokerRuleSchema>;

function partsOf(text: string): string[] {
  return [...text.matchAll(BRACES)].map(([, name = '']) => name);
}

export const brokerRulesSchema = z
  .array(brokerRuleSchema)
  .max(MAX_RULES)
  .superRefine((rules, context) => {
    const names = rules.map(({ name }) => name.toLowerCase());
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
    if (twice >= 0) context.addIssue({ code: 'custom', path: [twice, 'name'], message: 'another rule has this name' });
  });

/** broker.json: what the portal takes from an MQTT broker that is not its own. */
export const brokerFileSchema = z.object({
  /** Sparkplug B, with the portal as a host application. */
  sparkplug: z.boolean().default(true),
  /** ThingsBoard's gateway topics, v1/gateway/…. */
  gateways: z.boolean().default(true),
  /** Any other topics. */
  rules: brokerRulesSchema.default([]),
});
export type BrokerFile = z.infer<typeof brokerFileSchema>;

/** A filter of a subscription [MQTT-4.7.1]. */
export const topicFilterSchema = z
  .string()
  .min(1, 'must not be empty')
  .max(500)
  .regex(/^(?:#|(?:\+|[^/+#\p{Cc}]*)(?:\/(?:\+|[^/+#\p{Cc}]*))*(?:\/#)?)$/u, 'must be a filter like plant/+/pumps/#');
