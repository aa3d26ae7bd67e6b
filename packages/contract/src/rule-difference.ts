import type { BrokerRule } from './broker-rules.ts';

/** Rules by their names: those that stand now beside somebody's own. */
export interface RuleDifference {
  onlyThere: string[];
  different: string[];
  onlyYours: string[];
}

export function ruleDifference(yours: readonly BrokerRule[], there: readonly BrokerRule[]): RuleDifference {
  const byName = (rules: readonly BrokerRule[]) => new Map(rules.map((rule) => [rule.name, JSON.stringify(rule)]));
  const [own, others] = [byName(yours), byName(there)];
  return {
    onlyThere: [...others.keys()].filter((name) => !own.has(name)),
    different: [...others].flatMap(([name, text]) => (own.has(name) && own.get(name) !== text ? [name] : [])),
    onlyYours: [...own.keys()].filter((name) => !others.has(name)),
  };
}

/** For people, as what stands behind a colon. */
export function ruleDifferenceText({ onlyThere, different, onlyYours }: RuleDifference): string {
  const parts = [
    ['only there', onlyThere],
    ['different', different],
    ['only in yours', onlyYours],
  ] as const;
  const told = parts.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}`] : []));
  return told.join('; ') || 'the same rules in another order';
}
