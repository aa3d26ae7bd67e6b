import type { operations } from '@telltale/contract';

/** What an entry is about. */
export interface EntrySubject {
  /** As people call it; undefined where the entry does not name it, or says it in what was done. */
  readonly name: string | undefined;
  /** The page where it is found; undefined where there is none, or it is gone. */
  readonly href: string | undefined;
}

type Entry = Pick<operations.JournalEntry, 'kind' | 'what' | 'assetId' | 'before' | 'after'>;
type Fields = Readonly<Record<string, unknown>>;

/** Where records have their name; the first that is there counts. */
const NAMES = [
  ...['name', 'assetDefinitionName', 'dashboardName', 'assetAlias', 'serialNumber', 'label', 'userGroupName'],
  ...['assetGroupName', 'adminName', 'username', 'filename', 'attributeName'],
];

/** Kinds of what belongs to an asset definition, and the tab of its page where they are. */
const TABS: Readonly<Record<string, string>> = {
  'data item': 'dataitems',
  'alarm definition': 'alarms',
  'event definition': 'events',
  'command template': 'commands',
  dashboard: 'dashboards',
};
/** Kinds of what has no page of its own, and the page that lists it. */
const LISTS: Readonly<Record<string, string>> = { gateway: '/gateways', file: '/files' };
/** Kinds of entries about users, their groups and what they may. */
const ADMINISTRATION: ReadonlySet<string> = new Set(['access', 'session']);
const DEFINITIONS = '/configuration/assetdefinitions';

/** Names what an entry is about, and says where it is. */
export function subjectOf(entry: Entry): EntrySubject {
  const { kind, what, assetId, before, after } = entry;
  const fields = fieldsOf(after) ?? fieldsOf(before) ?? {};
  const named = NAMES.map((key) => fields[key]).find((value) => typeof value === 'string' && value !== '');
  const name = typeof named === 'string' && !what.includes(named) ? named : undefined;
  const isGone = /\b(deleted|removed)$/.test(what) && fieldsOf(after) === undefined;
  return { name, href: hrefOf(kind, what, assetId, fields, isGone) };
}

function hrefOf(
  kind: string,
  what: string,
  assetId: number | null,
  fields: Fields,
  isGone: boolean,
): string | undefined {
  const id = (key: string) => (Number.isInteger(fields[key]) && Number(fields[key]) > 0 ? fields[key] : undefined);
  const tab = TABS[kind];
  const definition = id('assetDefinitionId') ?? /\bdefinition (\d+)$/.exec(what)?.[1];
  if (tab !== undefined && definition !== undefined) return `${DEFINITIONS}/${definition}?tab=${tab}`;
  if (kind === 'definition' && definition !== undefined && !isGone) return `${DEFINITIONS}/${definition}`;
  const system = /^system (\d+) /.exec(what)?.[1];
  if (kind === 'system' && !isGone && system) return `/systems/${system}/dashboard`;
  // A slot belongs to the definition above it; the one that it names is what stands in it.
  const systemDefinition = id('parentSystemDefinitionId') ?? id('systemDefinitionId');
  if (kind === 'system definition' && !isGone && systemDefinition) {
    return `/configuration/systemdefinitions/${systemDefinition}`;
  }
  if (assetId === null && isGone) return undefined;
  if (assetId === null && ADMINISTRATION.has(kind)) return administrationOf(what, id);
  if (assetId === null && kind in LISTS) return LISTS[kind];
  if (assetId === null || (kind === 'asset' && isGone)) return undefined;
  return kind === 'event' ? `/assets/${assetId}/timeline` : `/assets/${assetId}/dashboard`;
}

/** Users, groups and units: where an administrator changes them. */
function administrationOf(what: string, id: (key: string) => unknown): string | undefined {
  const group = /\b(user|asset) group /.exec(what)?.[1];
  const groupId = id(`${group}GroupId`) ?? id('groupId');
  if (group !== undefined && groupId !== undefined) {
    const tab = what.startsWith('permissions of ') ? 'tab=permissions&' : '';
    return `/admin?${tab}select=${group}Group-${groupId}`;
  }
  if (what.startsWith('admin unit ') && id('adminId')) return `/admin?unit=${id('adminId')}`;
  return id('userId') ? `/access?user=${id('userId')}` : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
