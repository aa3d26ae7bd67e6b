import type { AlarmDefinitionId, AssetDefinitionId, alarmDefinitions, alarmHealth } from '@telltale/contract';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, isNotFound, notFound } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import {
  type AlarmDefinitionChange,
  type AlarmDefinitionRecord,
  AlarmDefinitionRepository,
} from '../alarm-definition-repository.ts';
import type { AlarmDefinitionService } from '../alarm-definition-service.ts';
import { readExpression } from '../alarm-expressions.ts';
import { toDefinition } from '../alarm-replies.ts';
import { refuseFaultyAsking } from '../asked-alarms.ts';

/** Another rule for a definition, and why. */
export interface RuleChange {
  alarmDefinitionId: AlarmDefinitionId;
  /** As the caller knows it. */
  before: Omit<alarmHealth.AlarmRule, 'variables'>;
  after: alarmHealth.AlarmRule;
  reason: string;
}

export interface RuleChangesOptions {
  work: UnitOfWork;
  definitions: Pick<AlarmDefinitionService, 'check'>;
  /** @throws HttpError 404 when the caller sees no asset of it, 403 for who does not see all */
  requireWholeDefinition: (work: Work, caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** Where those hear of it who evaluate. */
  news: Topic<AlarmDefinitionChange>;
}

/** Gives definitions other rules, each with its reason. */
export class RuleChanges {
  readonly #options: RuleChangesOptions;

  constructor(options: RuleChangesOptions) {
    this.#options = options;
  }

  /**
   * @throws HttpError 404 for a definition out of sight, 403 for who does not see all of its assets, 409 when its rule is another
   * one than the caller knows, 400 for an expression that is none
   */
  async apply(
    caller: Caller,
    { alarmDefinitionId, before, after, reason }: RuleChange,
  ): Promise<alarmDefinitions.AlarmDefinition> {
    const { work, definitions, news, requireWholeDefinition } = this.#options;
    return work.run(caller, async (unit) => {
      const repository = unit.of(AlarmDefinitionRepository);
      const old = await repository.find(alarmDefinitionId);
      if (!old) throw notFound('The alarm definition');
      const kind = old.assetDefinitionId;
      await requireWholeDefinition(unit, caller, kind).catch((error: unknown) => {
        throw isNotFound(error) ? notFound('The alarm definition') : error;
      });
      if (!isRuleOf(old, before)) {
        throw conflict('The alarm was changed by somebody else meanwhile. Look at it as it is now.');
      }
      const { onDelay, offDelay, deadband, ...written } = after;
      await definitions.check(caller, written, kind, 'after.expression');
      const stored = { ...old, onDelay, offDelay, deadband, flee: withExpression(old.flee, written) };
      await repository.update(stored);
      await refuseFaultyAsking(unit, new Set([kind]), [stored], () => 'after.expression');
      const what = `alarm definition ${alarmDefinitionId} changed`;
      unit.note({ kind: 'alarm definition', what, before: old, after: { ...stored, because: reason } });
      unit.tell(news, { kind: 'changed', assetDefinitionIds: [kind] });
      return toDefinition(stored);
    });
  }
}

function isRuleOf(definition: AlarmDefinitionRecord, rule: RuleChange['before']): boolean {
  const { flee, onDelay, offDelay, deadband } = definition;
  return (
    readExpression(flee).expression === rule.expression &&
    onDelay === rule.onDelay &&
    offDelay === rule.offDelay &&
    deadband === rule.deadband
  );
}

/** The text of an expression with another one in it; what else stands there stays, and the same one leaves it alone. */
function withExpression(flee: string, written: alarmDefinitions.AlarmExpression): string {
  if (readExpression(flee).expression === written.expression) return flee;
  return JSON.stringify({ ...readObject(flee), ...written });
}

function readObject(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    // What cannot be read had no rule, and is replaced.
    return {};
  }
}
