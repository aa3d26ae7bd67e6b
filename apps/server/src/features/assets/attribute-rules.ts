import { assets, isPlainName, NAME_FAULT, scalingMapSchema } from '@telltale/contract';
import { faultOfJsonText } from '#json-text.ts';
import { faultOfExtraLinks, isSafeLink } from '#links.ts';
import { nameKey } from '#names.ts';
import { faultOfImageDataUrl } from './image-data-url.ts';

/** Health data: readable and writable only with CustomPermission1 (guarantees B20); kept apart from the other attributes. */
const PATIENT_INFO_KEY = nameKey('PatientInfo');

export const isPatientInfo = (attributeName: string): boolean => nameKey(attributeName) === PATIENT_INFO_KEY;

/** Many assets are not one person. */
export const ONE_ASSET_ONLY = 'PatientInfo is written for one asset at a time.';

export const isKeptByPortal = (attributeName: string): boolean =>
  assets.KEPT_BY_PORTAL.includes(nameKey(attributeName));

function faultOfInterfaceUrl(value: string): string | undefined {
  return isSafeLink(value) ? undefined : 'must be an http(s) address or a path on this portal';
}

const isNumeric = (value: string) => value.trim() !== '' && Number.isFinite(Number(value));

function faultOfPingrate(value: string): string | undefined {
  return isNumeric(value) && Number(value) > 0 ? undefined : 'must be a number of milliseconds greater than 0';
}

function faultOfScalingMap(value: string): string | undefined {
  const fault = faultOfJsonText(value);
  if (fault !== undefined) return fault;
  const parsed = scalingMapSchema.safeParse(JSON.parse(value));
  const [issue] = parsed.error?.issues ?? [];
  return issue && `must hold a scaling by data item: ${[...issue.path, issue.message].join(' ')}`;
}

/** What an asset calls its data items are names, wherever they are shown. */
function faultOfAliasMap(value: string): string | undefined {
  const fault = faultOfJsonText(value);
  if (fault !== undefined) return fault;
  const aliases = Object.values(Object(JSON.parse(value)) as Record<string, unknown>);
  return aliases.every((alias) => typeof alias !== 'string' || isPlainName(alias)) ? undefined : NAME_FAULT;
}

const rules: ReadonlyMap<string, (value: string) => string | undefined> = new Map([
  ['thumbnail', faultOfImageDataUrl],
  ['marker', faultOfImageDataUrl],
  ['interfaceurl', faultOfInterfaceUrl],
  ['extralinks', faultOfExtraLinks],
  ['pingrate', faultOfPingrate],
  ['aliasmap', faultOfAliasMap],
  ['streammap', faultOfJsonText],
  ['scalingmap', faultOfScalingMap],
  ['maintenance-schedule', faultOfJsonText],
  ['patientinfo', faultOfJsonText],
]);

const MAX_NAME_LENGTH = 255;

/**
 * A name stands as one segment in the path of the call that deletes the attribute. Browsers and proxies take `.` and
 * `..` there for a way through the path, even encoded: deleting such an attribute would delete the asset.
 */
function faultOfName(attributeName: string): string | undefined {
  const key = nameKey(attributeName);
  if (key === '') return 'An attribute needs a name.';
  if (key === '.' || key === '..') return 'An attribute cannot be called . or ..';
  if (!isPlainName(attributeName.trim())) return `The name of an attribute ${NAME_FAULT}.`;
  if (key.length > MAX_NAME_LENGTH) return `The name of an attribute has at most ${MAX_NAME_LENGTH} characters.`;
  return undefined;
}

/** Tells why there can be no such attribute; undefined: there can. An empty value clears any attribute. */
export function faultOfAttribute(attributeName: string, attributeValue: string): string | undefined {
  if (isKeptByPortal(attributeName)) return `The attribute ${attributeName.trim()} is kept by the portal.`;
  const nameFault = faultOfName(attributeName);
  if (nameFault !== undefined || attributeValue === '') return nameFault;
  const fault = rules.get(nameKey(attributeName))?.(attributeValue);
  return fault && `The attribute ${attributeName} ${fault}.`;
}

/** 'Mark offline after' in milliseconds; undefined when the attribute says nothing usable. */
export function pingRateOf(attributeValue: string | undefined): number | undefined {
  if (attributeValue === undefined || faultOfPingrate(attributeValue) !== undefined) return undefined;
  return Number(attributeValue);
}
