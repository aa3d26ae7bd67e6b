/** As much of JSON Schema as the portal's own document uses. */
export interface JsonSchema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Definitions of the portal are not this deep; one that refers to itself would never end. */
const MAX_DEPTH = 12;

/** A schema as people write a type: `{ name: string, expires?: string }`. */
export function typeText(schema: JsonSchema | undefined, depth = 0): string {
  if (schema === undefined || depth > MAX_DEPTH) return 'any';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map((option) => typeText(option, depth + 1)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeText(part, depth + 1)).join(' & ');
  if (schema.properties) return objectText(schema, depth);
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => typeText(item, depth + 1)).join(', ')}]`;
  if (schema.type === 'array') {
    const item = typeText(schema.items, depth + 1);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object') {
    const { additionalProperties: values } = schema;
    return typeof values === 'object' ? `{ [name]: ${typeText(values, depth + 1)} }` : 'object';
  }
  if (schema.format === 'date-time') return 'string (ISO 8601)';
  return [schema.type ?? 'any'].flat().join(' | ');
}

function objectText({ properties = {}, required = [] }: JsonSchema, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, schema]) => {
    return `${indent}${name}${required.includes(name) ? '' : '?'}: ${typeText(schema, depth + 1)}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${'  '.repeat(depth)}}`;
}

/** What a value of the schema may look like, to begin with: what it requires, with its defaults. */
export function sampleOf(schema: JsonSchema | undefined, depth = 0): unknown {
  if (schema === undefined || depth > MAX_DEPTH) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  const first = (schema.anyOf ?? schema.oneOf)?.[0];
  if (first) return sampleOf(first, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, depth + 1)));
  const [type] = [schema.type ?? (schema.properties ? 'object' : undefined)].flat();
  switch (type) {
    case 'object': {
      const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
      return Object.fromEntries(required.map(([name, property]) => [name, sampleOf(property, depth + 1)]));
    }
    case 'array':
      return [sampleOf(schema.items, depth + 1)];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
    case 'boolean':
      return false;
    case 'string':
      return schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : '';
    default:
      return null;
  }
}

/** What a field takes beyond its type: `1 to 1000, by default 100`. */
export function limitsText(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, default: standard } = schema;
  const parts = [
    rangeText(minimum, maximum, ''),
    rangeText(minLength, maxLength, ' characters'),
    standard === undefined ? '' : `by default ${JSON.stringify(standard)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A bound that is only that of numbers in general says nothing. */
function rangeText(least: number | undefined, most: number | undefined, unit: string): string {
  const max = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most;
  if (least !== undefined && max !== undefined) return `${least} to ${max}${unit}`;
  if (max !== undefined) return `at most ${max}${unit}`;
  return least === undefined || least <= Number.MIN_SAFE_INTEGER ? '' : `at least ${least}${unit}`;
}
