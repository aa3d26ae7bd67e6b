import {
  UNIT_AS_SENT,
  UNIT_ATTRIBUTE_PREFIX,
  UNIT_SYSTEM_ATTRIBUTE,
  UNIT_SYSTEMS,
  type UnitSystem,
} from '@telltale/contract';
import { type Conversion, convert, convertDecimals } from './conversion.ts';
import { shownLabel } from './shown-label.ts';
import { DIMENSIONS, type Dimension, type Unit } from './unit.ts';
import { readUnit, symbolOf } from './unit-names.ts';
import { UNITS, unitOf } from './unit-table.ts';

interface Attribute {
  readonly attributeName: string;
  readonly attributeValue: string;
}

/** What a user wants to read: a system, and of single dimensions another unit. */
export interface UnitChoice {
  readonly system: UnitSystem;
  /** The symbol of a unit, or `sent`; left out: as the system says. */
  readonly units: Readonly<Partial<Record<Dimension, string>>>;
}

/** The choice in the attributes of a user; what is none counts as not chosen. */
export function unitChoice(attributes: readonly Attribute[]): UnitChoice {
  const values = new Map(
    attributes.map(({ attributeName, attributeValue }) => [attributeName.toLowerCase(), attributeValue]),
  );
  const system = UNIT_SYSTEMS.find((name) => name === values.get(UNIT_SYSTEM_ATTRIBUTE)) ?? 'sent';
  const units = DIMENSIONS.flatMap((dimension) => {
    const symbol = values.get(unitAttribute(dimension).toLowerCase()) ?? '';
    return symbol === UNIT_AS_SENT || unitOf(dimension, symbol) !== undefined ? [[dimension, symbol] as const] : [];
  });
  return { system, units: Object.fromEntries(units) };
}

/** The attribute that holds a user's unit for a dimension. */
export function unitAttribute(dimension: Dimension): string {
  return `${UNIT_ATTRIBUTE_PREFIX}${dimension}`;
}

/** Why an attribute of a user that says something of units cannot be stored; undefined: it can. '' takes the choice away. */
export function faultOfUnitAttribute({ attributeName, attributeValue }: Attribute): string | undefined {
  if (attributeValue === '') return undefined;
  const key = attributeName.toLowerCase();
  if (key === UNIT_SYSTEM_ATTRIBUTE) {
    return UNIT_SYSTEMS.some((name) => name === attributeValue)
      ? undefined
      : `must be one of ${UNIT_SYSTEMS.join(', ')}`;
  }
  const dimension = DIMENSIONS.find((name) => unitAttribute(name).toLowerCase() === key);
  if (dimension === undefined) return `must name one of ${DIMENSIONS.join(', ')}`;
  if (attributeValue === UNIT_AS_SENT || unitOf(dimension, attributeValue) !== undefined) return undefined;
  return `must be one of ${[UNIT_AS_SENT, ...unitsOf(dimension).map(({ symbol }) => symbol)].join(', ')}`;
}

/** The units that values of a dimension can be read in. */
export function unitsOf(dimension: Dimension): readonly Unit[] {
  return UNITS.filter((unit) => unit.dimension === dimension);
}

/** The units that one user reads. It answers the same object for the same unit, so that what is shown can be compared. */
export class UserUnits {
  readonly #choice: UnitChoice;
  readonly #known = new Map<string, Conversion | undefined>();

  constructor(choice: UnitChoice) {
    this.#choice = choice;
  }

  /** How values in a unit are shown; undefined: as they are stored. */
  conversionOf(unit: string): Conversion | undefined {
    if (!this.#known.has(unit)) this.#known.set(unit, conversionTo(unit, this.#choice));
    return this.#known.get(unit);
  }
}

function conversionTo(from: string, { system, units }: UnitChoice): Conversion | undefined {
  const named = readUnit(from);
  if (named === undefined) return undefined;
  const { unit: source, mark } = named;
  const wish =
    units[source.dimension] ?? (system === 'sent' || system === source.system ? UNIT_AS_SENT : source.counterpart);
  const target = unitOf(source.dimension, wish);
  if (target === undefined || target === source) return undefined;
  const line = {
    factor: source.factor / target.factor,
    offset: source.zero === target.zero ? 0 : (source.zero - target.zero) / target.factor,
  };
  return {
    from,
    to: symbolOf(target, mark),
    ...line,
    origin: originOf(source, target),
    convert: (value) => convert(line, value),
    decimals: (decimals) => convertDecimals(line, decimals),
    axisLabel: shownLabel,
    isFrom: (text) => {
      const meant = readUnit(text);
      return meant?.unit === source && meant.mark === mark;
    },
  };
}

/** The publication, and of both units what it says of them. */
function originOf(source: Unit, target: Unit): string {
  const parts = new Set([source, target].map(({ symbol, origin }) => `${symbol}: ${origin}`));
  return `NIST SP 811 (2008), Appendix B. ${[...parts].join('. ')}.`;
}
