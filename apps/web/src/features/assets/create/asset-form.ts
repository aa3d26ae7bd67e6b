import type { assets, BodyInput, definitions } from '@telltale/contract';
import { LATITUDE_FAULT, LONGITUDE_FAULT } from '../place/degrees.ts';

/** The fields of the form, as they are typed. */
export interface AssetFields {
  serialNumber: string;
  alias: string;
  definition: string;
  description: string;
  latitude: string;
  longitude: string;
}
export type AssetField = keyof AssetFields;

/** What is wrong, at the field where it is wrong; `form` for what belongs to none. */
export type AssetFormErrors = Partial<Record<AssetField | 'form', string>>;

export const emptyFields: AssetFields = {
  serialNumber: '',
  alias: '',
  definition: '',
  description: '',
  latitude: '',
  longitude: '',
};

type NewAsset = Omit<BodyInput<typeof assets.createAsset>, 'assetDefinitionId'>;
type Definition = definitions.AssetDefinition;

/** How a definition is called on screen. */
export function definitionName({ alias, assetDefinitionName }: Definition): string {
  return alias || assetDefinitionName;
}

/** The definition that the text means, by name or alias whatever the case. */
export function findDefinition(known: readonly Definition[], text: string): Definition | undefined {
  const wanted = text.trim().toLowerCase();
  return (
    known.find(({ assetDefinitionName }) => assetDefinitionName.toLowerCase() === wanted) ??
    known.find(({ alias }) => alias !== '' && alias.toLowerCase() === wanted)
  );
}

/** Reads what was typed: the asset to create, or what is wrong with it. */
export function readFields(
  fields: AssetFields,
  facts: { definitions: readonly Definition[]; mayDefine: boolean; serialNumbers: readonly string[] },
): { asset: NewAsset; errors?: undefined } | { asset?: undefined; errors: AssetFormErrors } {
  const errors: AssetFormErrors = {};
  const serialNumber = fields.serialNumber.trim();
  const taken = facts.serialNumbers.some((other) => other.toLowerCase() === serialNumber.toLowerCase());
  if (serialNumber === '') errors.serialNumber = 'An asset needs a serial number.';
  else if (taken) errors.serialNumber = `The serial number ${serialNumber} is already in use.`;

  if (fields.definition.trim() === '') errors.definition = 'Say what kind of equipment it is.';
  else if (!facts.mayDefine && !findDefinition(facts.definitions, fields.definition))
    errors.definition = 'There is no such definition.';

  const latitude = readDegrees(fields.latitude, 90);
  const longitude = readDegrees(fields.longitude, 180);
  if (latitude === 'wrong') errors.latitude = LATITUDE_FAULT;
  if (longitude === 'wrong') errors.longitude = LONGITUDE_FAULT;
  if (latitude === undefined && longitude !== undefined) errors.latitude = 'A place needs both.';
  if (longitude === undefined && latitude !== undefined) errors.longitude = 'A place needs both.';

  if (Object.keys(errors).length > 0) return { errors };
  const [alias, description] = [fields.alias.trim(), fields.description.trim()];
  return {
    asset: {
      serialNumber,
      ...(alias === '' ? {} : { assetAlias: alias }),
      ...(description === '' ? {} : { description }),
      ...(typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : {}),
    },
  };
}

function readDegrees(text: string, limit: number): number | 'wrong' | undefined {
  const trimmed = text.trim().replace('\u2212', '-');
  if (trimmed === '') return undefined;
  const degrees = /^[+-]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Math.abs(degrees) <= limit ? degrees : 'wrong';
}

/** Both halves of a place that was pasted into one field, as maps copy it: `31.9686, -102.0779`. Not `31,5`. */
export function splitPlace(text: string): { latitude: string; longitude: string } | undefined {
  const halves = /^\s*([+-]?\d+(?:\.\d+)?)(?:,\s|;|\s)\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(text);
  return halves?.[1] && halves[2] ? { latitude: halves[1], longitude: halves[2] } : undefined;
}
