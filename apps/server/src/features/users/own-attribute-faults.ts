import { isUnitAttribute } from '@telltale/contract';
import { isTimeZone } from '@telltale/domain';
import { faultOfUnitAttribute } from '@telltale/domain/units/user-units.ts';
import { z } from 'zod';
import { faultOfJsonText } from '#json-text.ts';
import { faultOfExtraLinks } from '#links.ts';
import { nameKey } from '#names.ts';

interface Attribute {
  readonly attributeName: string;
  readonly attributeValue: string;
}

const MOST_NAME_CHARACTERS = 255;
const MOST_COLUMNS = 100;
const columnsSchema = z.array(z.string().min(1).max(MOST_NAME_CHARACTERS)).max(MOST_COLUMNS);

const faults: Readonly<Record<string, (value: string) => string | undefined>> = {
  [nameKey('extraLinks')]: faultOfExtraLinks,
  [nameKey('timeZone')]: (value) => (isTimeZone(value) ? undefined : 'must be a time zone like Europe/Oslo or UTC'),
  [nameKey('firstName')]: faultOfName,
  [nameKey('lastName')]: faultOfName,
  [nameKey('attributeColumns')]: faultOfColumns,
  [nameKey('phone')]: (value) => (/(?:\d\D*){3}/.test(value) ? undefined : 'must be a telephone number'),
};

/** Why an attribute of a user that the portal goes by cannot be stored so; undefined: it can. Empty takes it away. */
export function faultOfOwnAttribute(attribute: Attribute): string | undefined {
  const { attributeName, attributeValue } = attribute;
  if (attributeValue === '') return undefined;
  if (isUnitAttribute(attributeName)) return faultOfUnitAttribute(attribute);
  const key = nameKey(attributeName);
  return Object.hasOwn(faults, key) ? faults[key]?.(attributeValue) : undefined;
}

function faultOfName(value: string): string | undefined {
  return value.length <= MOST_NAME_CHARACTERS ? undefined : `must have at most ${MOST_NAME_CHARACTERS} characters`;
}

/** Other clients write names with commas between them. */
function faultOfColumns(value: string): string | undefined {
  if (!value.trimStart().startsWith('[')) return undefined;
  const fault = faultOfJsonText(value);
  if (fault) return fault;
  return columnsSchema.safeParse(JSON.parse(value)).success
    ? undefined
    : `must be a JSON list of at most ${MOST_COLUMNS} names`;
}
