import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { callTable } from './api/table.ts';
import { NAME_FAULT } from './plain-name.ts';

type Schema = z.core.$ZodType;
type Field = { path: string; key: string; schema: Schema };

/** Keys of what is a name wherever it stands. */
const NAMES = /^(?:.*Name|name|.*Alias|alias|label|title|serialNumber|username|Filename|filename)$/;

/** Names that the schema takes as they are, and who looks at them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'accounts.register.username': 'the one rule of user names, of identity providers too',
  'manyUsers.importUsers.lines.username': 'the same, told of its line',
  'assetLists.importAssets.lines.serialNumber': 'told of its line',
  'assetLists.importAssets.lines.assetAlias': 'told of its line',
  'assetLists.importAssets.lines.attributes.attributeName': 'told of its line',
  'assets.changeDetails.expected.assetAlias': 'compared with what is stored',
  'exportJobs.requestExport.OutputSettings.Filename': 'cleaned, as names of files are',
  'exportSchedules.addExportSchedule.export.OutputSettings.Filename': 'cleaned, as names of files are',
  'firstHour.saveFirstHour.expectedName': 'compared with what is stored',
  'firstHour.saveMailServer.server.username': 'what another server goes by',
  'firstHour.testMailServer.server.username': 'what another server goes by',
  'outsideBroker.lookAtBroker.rules.serialNumber': 'where a message has it, not what it is',
  'outsideBroker.lookAtBroker.rules.values.label': 'where a message has it, not what it is',
  'outsideBroker.putBrokerRules.rules.serialNumber': 'where a message has it, not what it is',
  'outsideBroker.putBrokerRules.rules.values.label': 'where a message has it, not what it is',
};

/** Every character that no name holds, one by one. */
const hidden = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x21 }, (_, n) => 0x7f + n),
  ...[0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff, 0xd800, 0xdbff, 0xdc00, 0xdfff],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069],
  ...[0xfff9, 0xfffa, 0xfffb, 0xe0001, 0xe0041],
];
const shown = ['pump', 'Größe', '温度', 'مضخة', 'می‌خواهم', '👩‍🔧 7', 'a  b', "O'Hara <b>", '-', 'x; drop table'];

/** What a schema is made of, as far as its kind has it. */
interface Made {
  type: string;
  element: Schema;
  options: Schema[];
  valueType: Schema;
  left: Schema;
  right: Schema;
  in: Schema;
  getter: () => Schema;
  items: Schema[];
  innerType?: Schema;
}

function inner(schema: Schema): Schema[] {
  const made = schema._zod.def as unknown as Made;
  if (made.type === 'array') return [made.element];
  if (made.type === 'union') return made.options;
  if (made.type === 'record') return [made.valueType];
  if (made.type === 'intersection') return [made.left, made.right];
  if (made.type === 'pipe') return [made.in];
  if (made.type === 'lazy') return [made.getter()];
  if (made.type === 'tuple') return made.items;
  return made.innerType === undefined ? [] : [made.innerType];
}

function fieldsOf(schema: Schema, path: string, seen = new Set<Schema>()): Field[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { shape } = schema._zod.def as unknown as { shape?: Record<string, Schema> };
  if (shape === undefined) return inner(schema).flatMap((one) => fieldsOf(one, path, seen));
  return Object.entries(shape).flatMap(([key, one]) => [
    { path: `${path}.${key}`, key, schema: one },
    ...fieldsOf(one, `${path}.${key}`, seen),
  ]);
}

const parse = (schema: Schema, value: string) => (schema as z.ZodType).safeParse(value);

const names = callTable
  .flatMap(({ resource, name, call }) => (call.body ? fieldsOf(call.body, `${resource}.${name}`) : []))
  .filter(({ key, schema }) => NAMES.test(key) && parse(schema, 'pump').success);

describe('of what calls take as a name', () => {
  test('each is found', () => expect(names.length).toBeGreaterThan(30));

  test.each(names.filter(({ path }) => !(path in ELSEWHERE)))(
    '$path refuses what cannot be seen, and says so',
    ({ schema }) => {
      for (const code of hidden) {
        const name = `a${String.fromCodePoint(code)}b`;
        const said = parse(schema, name).error?.issues.map(({ message }) => message);
        expect(said, code.toString(16)).toEqual([NAME_FAULT]);
      }
      for (const name of shown) expect(parse(schema, name).success, name).toBe(true);
    },
  );

  test('what is looked at elsewhere is there', () => {
    const paths = new Set(names.map(({ path }) => path));
    expect(Object.keys(ELSEWHERE).filter((path) => !paths.has(path))).toEqual([]);
  });
});
