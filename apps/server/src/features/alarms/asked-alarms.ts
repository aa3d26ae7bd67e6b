import type { AlarmDefinitionId, AssetDefinitionId, AssetId, alarmDefinitions } from '@telltale/contract';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import type { Work } from '#db/unit-of-work.ts';
import { badRequest, conflict } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { type AlarmDefinitionRecord, AlarmDefinitionRepository } from './alarm-definition-repository.ts';
import { storedExpression } from './alarm-expressions.ts';
import { type AlarmOverrideRecord, AlarmOverrideRepository } from './alarm-override-repository.ts';

/** Another alarm that a condition asks for. */
interface Asking {
  readonly name: string;
  /** Characters before the call. */
  readonly at: number;
}

/** What is wrong with the alarms that the conditions of a definition ask for. */
export interface AskingFault {
  readonly alarmDefinitionId: AlarmDefinitionId;
  readonly position: number;
  readonly reason: string;
}

/** How many other alarms one may ask for, with those that these ask for. */
const MAX_ASKED = 20;

/**
 * Looks for an alarm that asks for one that is not there, for one of several of a name, for too many, or for itself.
 * @param definitions all of one asset definition
 * @param overrides those of its assets
 */
export function faultOfAsking(
  definitions: readonly AlarmDefinitionRecord[],
  overrides: readonly AlarmOverrideRecord[],
): AskingFault | undefined {
  const texts = [...definitions.map(({ flee }) => flee), ...overrides.map(({ expression }) => expression)];
  if (!texts.some((text) => /\balarm\s*\(/i.test(text))) return undefined;
  const own = new Map(definitions.map(({ alarmDefinitionId, flee }) => [alarmDefinitionId, askedIn(flee)]));
  const named = Map.groupBy(definitions, ({ name }) => nameKey(name));
  const isOfKind = new Set(own.keys());
  const ofAssets = Map.groupBy(
    overrides.filter(
      ({ alarmDefinitionId, overrideMethod }) => isOfKind.has(alarmDefinitionId) && overrideMethod !== 0,
    ),
    ({ assetId }) => assetId,
  );
  // As they are defined, and as they are for each asset that differs.
  const worlds: [AssetId | undefined, readonly AlarmOverrideRecord[]][] = [[undefined, []], ...ofAssets];
  for (const [, differing] of worlds) {
    const asked = new Map(own);
    for (const { alarmDefinitionId, overrideMethod, expression } of differing) {
      const kept = overrideMethod === 1 ? [] : (own.get(alarmDefinitionId) ?? []);
      asked.set(alarmDefinitionId, [...kept, ...askedIn(expression)]);
    }
    for (const { alarmDefinitionId } of definitions) {
      const fault = faultFrom(alarmDefinitionId, asked, named);
      if (fault) return { alarmDefinitionId, ...fault };
    }
  }
  return undefined;
}

/**
 * Holds an expression that is not stored to asking for such alarms as there are.
 * @param alarmDefinitionId the definition whose expression it would be; undefined for a new one
 * @throws HttpError 400 with field, position and reason
 */
export function refuseAsking(
  definitions: readonly AlarmDefinitionRecord[],
  expression: alarmDefinitions.AlarmExpression,
  alarmDefinitionId: AlarmDefinitionId | undefined,
): void {
  const flee = JSON.stringify(expression);
  const old = definitions.find((one) => one.alarmDefinitionId === alarmDefinitionId);
  const candidate = old ? { ...old, flee } : { ...blankDefinition(definitions[0]?.assetDefinitionId), flee };
  const others = definitions.filter((one) => one !== old);
  const fault = faultOfAsking([candidate, ...others], []);
  if (fault?.alarmDefinitionId !== candidate.alarmDefinitionId) return;
  const { position, reason } = fault;
  throw badRequest(`At character ${position + 1}: ${reason}`, { field: 'expression', position, reason });
}

/**
 * Holds the alarms of these kinds, as they are within the unit, to asking for such others as there are.
 * @param changed what the caller has just written: the fault is that of one of these, or of something that stood
 * @throws HttpError 400 with field, position and reason, or 409
 */
export async function refuseFaultyAsking(
  unit: Work,
  kinds: ReadonlySet<AssetDefinitionId>,
  changed: readonly { alarmDefinitionId: AlarmDefinitionId }[],
  fieldOf: (i: number) => string,
): Promise<void> {
  const changedIds = new Set(changed.map(({ alarmDefinitionId }) => alarmDefinitionId));
  for (const kind of kinds) {
    const all = await unit.of(AlarmDefinitionRepository).listOfDefinition(kind);
    // Of a circle the caller's own part is told.
    const [own, rest] = [true, false].map((isOwn) =>
      all.filter(({ alarmDefinitionId }) => changedIds.has(alarmDefinitionId) === isOwn),
    );
    const fault = faultOfAsking([...(own ?? []), ...(rest ?? [])], await unit.of(AlarmOverrideRepository).list());
    if (!fault) continue;
    const { alarmDefinitionId, position, reason } = fault;
    const i = changed.findIndex((one) => one.alarmDefinitionId === alarmDefinitionId);
    if (i !== -1) throw badRequest(`At character ${position + 1}: ${reason}`, { field: fieldOf(i), position, reason });
    const name = all.find((one) => one.alarmDefinitionId === alarmDefinitionId)?.name ?? '';
    throw conflict(`The alarm ${JSON.stringify(name)} asks for others, and then ${reason}.`);
  }
}

/** The definition that an expression under test would be. */
export function blankDefinition(assetDefinitionId = 0 as AssetDefinitionId): AlarmDefinitionRecord {
  return {
    alarmDefinitionId: 0 as AlarmDefinitionId,
    assetDefinitionId,
    name: '',
    reason: '',
    severity: 0,
    escalation: 0,
    expiration: 0,
    selfAck: 1,
    flee: '',
    jobId: 0,
    onDelay: 0,
    offDelay: 0,
    deadband: 0,
  };
}

/** Goes to everything that a definition asks for. */
function faultFrom(
  start: AlarmDefinitionId,
  asked: ReadonlyMap<AlarmDefinitionId, readonly Asking[]>,
  named: ReadonlyMap<string, readonly AlarmDefinitionRecord[]>,
): { position: number; reason: string } | undefined {
  for (const first of asked.get(start) ?? []) {
    const reached = new Set<AlarmDefinitionId>();
    const waiting = [{ ...first, path: [first.name] }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { name, path } = next;
      const [found, second] = named.get(nameKey(name)) ?? [];
      const fault = (reason: string) => ({ position: first.at, reason });
      if (!found) return fault(`there is no alarm ${JSON.stringify(name)} of this asset definition`);
      if (second) return fault(`${JSON.stringify(name)} may be any of several alarms`);
      if (found.alarmDefinitionId === start) return fault(circleText(path));
      if (reached.has(found.alarmDefinitionId)) continue;
      reached.add(found.alarmDefinitionId);
      if (reached.size > MAX_ASKED) return fault(`an alarm asks for at most ${MAX_ASKED} others`);
      for (const further of asked.get(found.alarmDefinitionId) ?? []) {
        waiting.push({ ...further, path: [...path, further.name] });
      }
    }
  }
  return undefined;
}

const circleText = (path: readonly string[]) =>
  path.length === 1
    ? 'an alarm cannot ask for itself'
    : `the alarms ask for one another in a circle: ${path.map((name) => JSON.stringify(name)).join(' asks for ')}`;

/** The alarms that a stored expression asks for; one that cannot be read asks for none. */
function askedIn(text: string): readonly Asking[] {
  if (!/\balarm\s*\(/i.test(text)) return [];
  try {
    return compileCondition(storedExpression(text).expression).alarms;
  } catch {
    // Whoever evaluates it logs why.
    return [];
  }
}
