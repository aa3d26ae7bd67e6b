import { type BrokerRule, type BrokerValue, brokerRuleSchema, brokerRulesSchema } from '@telltale/contract';

/** A rule that is being written: any field may be wrong yet. */
export type RuleDraft = Omit<BrokerRule, 'time'> & { time: NonNullable<BrokerRule['time']> | null };

export const NEW_VALUE: BrokerValue = { path: '$.value', label: 'Value', unit: '' };

export function newRule(rules: readonly RuleDraft[]): RuleDraft {
  const names = new Set(rules.map(({ name }) => name.toLowerCase()));
  let number = rules.length + 1;
  while (names.has(`rule ${number}`)) number++;
  return {
    name: `Rule ${number}`,
    topic: 'plant/{serial}/state',
    payload: 'json',
    serialNumber: '{serial}',
    definition: 'MQTT device',
    values: [NEW_VALUE],
    time: null,
  };
}

/** Why the rules cannot be saved, by the place of the field, as `2.values.0.path`. The portal has the same rules. */
export function faultsOf(rules: readonly RuleDraft[]): ReadonlyMap<string, string> {
  const issues = brokerRulesSchema.safeParse(rules).error?.issues ?? [];
  return new Map(
    issues.map(({ path, message }) => [path.join('.'), `It ${message}.`.replace(/^It (the|another) /, '$1 ')]),
  );
}

/** Those that can be tried out. */
export function usableRules(rules: readonly RuleDraft[]): BrokerRule[] {
  const seen = new Set<string>();
  return rules.flatMap((rule) => {
    const { data } = brokerRuleSchema.safeParse(rule);
    const name = data?.name.toLowerCase() ?? '';
    if (!data || seen.has(name)) return [];
    seen.add(name);
    return [data];
  });
}
