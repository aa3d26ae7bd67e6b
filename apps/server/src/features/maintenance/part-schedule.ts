import { DEFAULT_COUNTER, DEFAULT_INTERVAL } from '@telltale/contract/api/maintenance/parts.ts';
import { faultOfJsonText } from '#json-text.ts';
import { nameKey } from '#names.ts';

/** When a part is due, as the asset's attribute maintenance-schedule says. */
export interface PartPlan {
  readonly counter: string;
  readonly interval: number;
  /** The schedule names the part. */
  readonly isNamed: boolean;
  /** What is wrong with what it says of the part. */
  readonly fault: string | undefined;
}

const DEFAULT_PLAN: PartPlan = {
  counter: DEFAULT_COUNTER,
  interval: DEFAULT_INTERVAL,
  isNamed: false,
  fault: undefined,
};

/** The attribute's name, in the form in which names are compared. */
export const SCHEDULE_ATTRIBUTE = 'maintenance-schedule';

/** JSON: by the name of an event definition its counterPath and interval (spec 1 §3). */
export class PartSchedule {
  /** Why the whole attribute cannot be read; then every part has the defaults. */
  readonly fault: string | undefined;
  readonly #plans: ReadonlyMap<string, PartPlan>;

  /** @param text of the attribute; undefined: the asset has none */
  constructor(text: string | undefined) {
    const { fault, entries } = read(text);
    this.fault = fault;
    this.#plans = new Map(entries.map(([name, plan]) => [nameKey(name), planOf(plan)]));
  }

  /** Names match without regard to case. */
  planOf(name: string): PartPlan {
    return this.planOfKey(nameKey(name));
  }

  /** @param key the name in the form in which names are compared */
  planOfKey(key: string): PartPlan {
    return this.#plans.get(key) ?? DEFAULT_PLAN;
  }
}

function read(text: string | undefined): { fault: string | undefined; entries: [string, unknown][] } {
  if (text === undefined || text.trim() === '') return { fault: undefined, entries: [] };
  const fault = faultOfJsonText(text);
  if (fault !== undefined) return { fault: `The attribute maintenance-schedule ${fault}.`, entries: [] };
  const plans: unknown = JSON.parse(text);
  if (!isRecord(plans)) {
    const should = 'must name event definitions, each with counterPath and interval';
    return { fault: `The attribute maintenance-schedule ${should}.`, entries: [] };
  }
  return { fault: undefined, entries: Object.entries(plans) };
}

function planOf(said: unknown): PartPlan {
  const named = { ...DEFAULT_PLAN, isNamed: true };
  if (!isRecord(said)) return { ...named, fault: 'The maintenance-schedule says neither counterPath nor interval.' };
  const { counterPath, interval } = pick(said);
  if (counterPath !== undefined && (typeof counterPath !== 'string' || counterPath.trim() === '')) {
    return {
      ...named,
      fault: 'The maintenance-schedule names no counter: counterPath must be the label of a data item.',
    };
  }
  const counter = counterPath?.trim() ?? DEFAULT_COUNTER;
  const number = typeof interval === 'string' && interval.trim() !== '' ? Number(interval) : interval;
  if (number === undefined) return { ...named, counter };
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) {
    return { ...named, counter, fault: 'The interval in the maintenance-schedule must be a number above 0.' };
  }
  return { ...named, counter, interval: number };
}

/** What the object itself says, whatever its prototype has. */
function pick(said: Record<string, unknown>): { counterPath: unknown; interval: unknown } {
  const own = new Map(Object.entries(said));
  return { counterPath: own.get('counterPath') ?? undefined, interval: own.get('interval') ?? undefined };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
