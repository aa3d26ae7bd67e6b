import { type AssetDefinitionId, type assetLists, assets, isPlainName, withoutHidden } from '@telltale/contract';
import { nameKey } from '#names.ts';
import type { AttributeRecord } from '../asset-attribute-repository.ts';
import type { CoordinatesRecord } from '../asset-coordinates-repository.ts';
import type { AssetRecord } from '../asset-repository.ts';
import { faultOfAttribute, isPatientInfo, ONE_ASSET_ONLY } from '../attribute-rules.ts';
import type { AttributeInput } from '../attribute-service.ts';

type Line = assetLists.AssetLine;

/** What there is before a file is taken in. */
export interface ImportGround {
  /** Assets that the file names, by the key of their serial numbers. */
  readonly known: ReadonlyMap<string, KnownAsset>;
  /** By the keys of their names and aliases. */
  readonly definitions: ReadonlyMap<string, AssetDefinitionId>;
  readonly rights: ImportRights;
}

export interface KnownAsset {
  readonly asset: AssetRecord;
  /** False: it is out of the caller's sight, and only its serial number is told. */
  readonly isInSight: boolean;
  readonly attributes: ReadonlyMap<string, AttributeRecord> | undefined;
  readonly place: CoordinatesRecord | undefined;
}

export interface ImportRights {
  readonly mayCreate: boolean;
  readonly mayModify: boolean;
  readonly mayPlace: boolean;
  readonly mayAddAttributes: boolean;
  readonly mayChangeAttributes: boolean;
  readonly mayWritePatientInfo: boolean;
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface ImportStep {
  readonly line: Line;
  readonly serialNumber: string;
  /** Undefined: it is created. */
  readonly asset: AssetRecord | undefined;
  readonly assetDefinitionId: AssetDefinitionId;
  readonly assetAlias: string | undefined;
  readonly description: string | undefined;
  readonly place: Place | undefined;
  /** Where it was until then. */
  readonly placeBefore: Place | undefined;
  readonly attributes: readonly AttributeInput[];
  readonly what: readonly string[];
}

export interface ImportPlan {
  readonly steps: readonly ImportStep[];
  /** The first thing that the caller may not do at all. */
  readonly forbidden: string | undefined;
  readonly faults: readonly assetLists.LineFault[];
}

const MAX_TEXT = 255;
const MAX_DESCRIPTION = 10_000;
/** How what nobody gave the caller a right for begins. */
const FORBIDDEN = 'You may not';
/** Characters of a value in what is said about it. */
const TOLD = 60;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a description may have lines and tabs
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const isPlainText = (text: string) => !CONTROL_BUT_LINES.test(text);

/** What each line of a file would do, and why those that cannot be taken cannot. */
export function planImport(lines: readonly Line[], ground: ImportGround): ImportPlan {
  const steps: ImportStep[] = [];
  const faults: assetLists.LineFault[] = [];
  const firstLines = new Map<string, number>();
  for (const line of lines) {
    const key = nameKey(line.serialNumber);
    const first = firstLines.get(key);
    const step =
      first === undefined
        ? planLine(line, ground)
        : `Line ${first} has the serial number ${tell(line.serialNumber)}, too.`;
    firstLines.set(key, first ?? line.line);
    if (typeof step === 'string') faults.push({ line: line.line, message: step });
    else steps.push(step);
  }
  return { steps, faults, forbidden: faults.find(({ message }) => message.startsWith(FORBIDDEN))?.message };
}

/** @returns the step, or why there is none */
function planLine(line: Line, ground: ImportGround): ImportStep | string {
  const fault = faultOfTexts(line) ?? faultOfPlace(line);
  if (fault !== undefined) return fault;
  const known = ground.known.get(nameKey(line.serialNumber));
  if (known !== undefined && !known.isInSight) return `The serial number ${tell(line.serialNumber)} is already in use.`;
  const definition = definitionOf(line, known, ground);
  if (typeof definition === 'string') return definition;
  const attributes = changedAttributes(line, known, ground.rights);
  if (typeof attributes === 'string') return attributes;
  const step = { ...changedFields(line, known), ...definition, line, attributes };
  return faultOfRights(step, ground.rights) ?? { ...step, what: describe(step, known) };
}

function faultOfTexts({ serialNumber, assetAlias = '', description = '' }: Line): string | undefined {
  if (serialNumber.trim() === '') return 'The serial number is missing.';
  for (const [name, text, most, isTaken] of [
    ['serial number', serialNumber, MAX_TEXT, isPlainName],
    ['alias', assetAlias, MAX_TEXT, isPlainName],
    ['description', description, MAX_DESCRIPTION, isPlainText],
  ] as const) {
    if (text.length > most) return `The ${name} has more than ${most.toLocaleString('en')} characters.`;
    if (!isTaken(text)) return `The ${name} has a control character.`;
  }
  return undefined;
}

function faultOfPlace({ latitude, longitude }: Line): string | undefined {
  if ((latitude === undefined) !== (longitude === undefined)) return 'Latitude and longitude come together.';
  if (latitude !== undefined && Math.abs(latitude) > 90) return `The latitude ${latitude} is not between -90 and 90.`;
  if (longitude !== undefined && Math.abs(longitude) > 180) {
    return `The longitude ${longitude} is not between -180 and 180.`;
  }
  return undefined;
}

function definitionOf({ assetDefinition = '' }: Line, known: KnownAsset | undefined, { definitions }: ImportGround) {
  const named = assetDefinition.trim() === '' ? undefined : definitions.get(nameKey(assetDefinition));
  if (assetDefinition.trim() !== '' && named === undefined) return `There is no definition ${tell(assetDefinition)}.`;
  if (known === undefined) {
    return named === undefined ? 'A new asset needs a definition.' : { asset: undefined, assetDefinitionId: named };
  }
  if (named !== undefined && named !== known.asset.assetDefinitionId)
    return 'The definition of an asset does not change.';
  return { asset: known.asset, assetDefinitionId: known.asset.assetDefinitionId };
}

/** What is another afterwards; undefined where nothing is said, or it is the same already. */
function changedFields(line: Line, known: KnownAsset | undefined) {
  const { latitude, longitude } = line;
  const changed = (text: string | undefined, now: string | undefined) =>
    text === undefined || (now !== undefined && isSame(now, text.trim())) ? undefined : text.trim();
  const place = latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  const isThere = known?.place?.latitude === latitude && known?.place?.longitude === longitude;
  return {
    serialNumber: line.serialNumber.trim(),
    assetAlias: changed(line.assetAlias, known?.asset.assetAlias),
    description: changed(line.description, known?.asset.description),
    place: isThere ? undefined : place,
    placeBefore: known?.place && { latitude: known.place.latitude, longitude: known.place.longitude },
  };
}

function changedAttributes(
  line: Line,
  known: KnownAsset | undefined,
  rights: ImportRights,
): readonly AttributeInput[] | string {
  const changed: AttributeInput[] = [];
  const names = new Set<string>();
  for (const { attributeName, attributeValue } of line.attributes) {
    const key = nameKey(attributeName);
    if (names.has(key)) return `The attribute ${tell(attributeName)} stands there twice.`;
    names.add(key);
    if (!isPlainName(attributeName)) return 'The name of an attribute has a control character.';
    const before = known?.attributes?.get(key);
    if (isPatientInfo(attributeName)) {
      return rights.mayWritePatientInfo ? ONE_ASSET_ONLY : `${FORBIDDEN} write PatientInfo.`;
    }
    if (before !== undefined && isSame(before.attributeValue, attributeValue)) continue;
    const fault = faultOfAttribute(attributeName, attributeValue);
    if (fault !== undefined) return fault;
    const isAllowed = before === undefined ? rights.mayAddAttributes : rights.mayChangeAttributes;
    if (!isAllowed) return `${FORBIDDEN} change attributes.`;
    changed.push({ attributeName: before?.attributeName ?? attributeName.trim(), attributeValue });
  }
  const most = assets.MAX_ATTRIBUTES_OF_ASSET;
  const added = changed.filter(({ attributeName }) => !known?.attributes?.has(nameKey(attributeName))).length;
  return added > 0 && (known?.attributes?.size ?? 0) + added > most
    ? `An asset has at most ${most} attributes.`
    : changed;
}

/** Whether a cell says what is stored: blanks around a text do not come through a file. */
const isSame = (stored: string, read: string) => stored === read || stored.trim() === read;

type Fields = Omit<ImportStep, 'what'>;

function faultOfRights({ asset, assetAlias, description, place }: Fields, rights: ImportRights): string | undefined {
  if (asset === undefined) return rights.mayCreate ? undefined : `${FORBIDDEN} create assets.`;
  const isChanged = assetAlias !== undefined || description !== undefined;
  if (isChanged && !rights.mayModify) return `${FORBIDDEN} change assets.`;
  return place !== undefined && !rights.mayPlace ? `${FORBIDDEN} set the location of assets.` : undefined;
}

/** In words: `Alias: Pump 1 → Pump 2`. */
function describe(
  { asset, assetAlias, description, place, attributes }: Fields,
  known: KnownAsset | undefined,
): string[] {
  if (asset === undefined) return [];
  const what: string[] = [];
  if (assetAlias !== undefined) what.push(`Alias: ${tell(asset.assetAlias)} → ${tell(assetAlias)}`);
  if (description !== undefined) what.push(`Description: ${tell(asset.description)} → ${tell(description)}`);
  if (place !== undefined) what.push(`Location: ${tellPlace(known?.place)} → ${tellPlace(place)}`);
  for (const { attributeName, attributeValue } of attributes) {
    const before = known?.attributes?.get(nameKey(attributeName))?.attributeValue;
    what.push(`${tell(attributeName)}: ${tell(before ?? '')} → ${tell(attributeValue)}`);
  }
  return what;
}

function tell(text: string): string {
  const plain = withoutHidden(text.trim(), ' ');
  if (plain === '') return 'nothing';
  return plain.length > TOLD ? `${plain.slice(0, TOLD)}…` : plain;
}

const tellPlace = (place: Place | undefined): string =>
  place === undefined ? 'nowhere' : `${place.latitude}, ${place.longitude}`;
