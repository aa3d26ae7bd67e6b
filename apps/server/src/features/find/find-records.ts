import {
  type AdminId,
  type alarms,
  type commandDefinitions,
  type files,
  type ownership,
  permissionId,
  type SystemId,
  type UserId,
} from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import type { EndedAlarms } from './ended-alarms.ts';
import type { AssetsInSight, Finder, NamedAsset } from './finder.ts';
import type { Words } from './words.ts';

export interface RecordFinderSources {
  assets: AssetsInSight;
  alarms: (caller: Caller) => readonly alarms.Alarm[];
  /** Those in sight that ended last. */
  ended: Pick<EndedAlarms, 'find'>;
  /** Those that the caller may know of. */
  assetGroups: (caller: Caller) => Promise<readonly ownership.AssetGroup[]>;
  /** Of every asset definition. */
  commands: () => Promise<readonly commandDefinitions.CommandDefinition[]>;
  /** A page of the files in sight whose names have every word, newest first. */
  files: (
    caller: Caller,
    words: Words,
    page: { limit: number; offset: number },
  ) => Promise<readonly files.StoredFile[]>;
  systems: (
    caller: Caller,
    words: Words,
  ) => Promise<Iterable<{ systemId: SystemId; name: string; definitionName: string }>>;
  users: () => Promise<Iterable<{ userId: UserId; username: string; adminId: AdminId }>>;
  unitsInSight: (caller: Caller) => Promise<ReadonlySet<AdminId>>;
}

const FILES_AT_ONCE = 60;

/** Finds commands, alarms, files, asset groups, systems and users. */
export function recordFinders(sources: RecordFinderSources): Finder[] {
  return [
    {
      kind: 'alarm',
      permissionId: permissionId('Alarms', 'View'),
      async *find(caller, words) {
        const open = sources.alarms(caller);
        if (open.length === 0) return;
        const names = await namesOf(sources.assets, caller, words);
        for (const { assetId, alarmDefinitionId, name, reason } of open) {
          const asset = names.get(assetId) ?? '';
          if (!words.areIn(name, reason, asset)) continue;
          yield { label: name || reason, detail: asset, assetId, alarmDefinitionId };
        }
      },
    },
    {
      kind: 'pastAlarm',
      permissionId: permissionId('Alarms', 'View'),
      find: (caller, words) => findPastAlarms(sources, caller, words),
    },
    {
      kind: 'command',
      permissionId: permissionId('Commands', 'View'),
      find: (caller, words) => findCommands(sources, caller, words),
    },
    {
      kind: 'assetGroup',
      permissionId: permissionId('AssetGroups', 'View'),
      async *find(caller, words) {
        for (const { assetGroupId, assetGroupName, description } of await sources.assetGroups(caller)) {
          if (words.areIn(assetGroupName, description)) {
            yield { label: assetGroupName, detail: description, assetGroupId };
          }
        }
      },
    },
    {
      kind: 'file',
      permissionId: permissionId('Files', 'View'),
      find: (caller, words) => findFiles(sources, caller, words),
    },
    {
      kind: 'system',
      permissionId: permissionId('Systems', 'View'),
      async *find(caller, words) {
        for (const { systemId, name, definitionName } of await sources.systems(caller, words)) {
          if (words.areIn(name, definitionName)) yield { label: name, detail: definitionName, systemId };
        }
      },
    },
    {
      kind: 'user',
      permissionId: permissionId('Users', 'View'),
      async *find(caller, words) {
        const units = await sources.unitsInSight(caller);
        for (const { userId, username, adminId } of await sources.users()) {
          if (units.has(adminId) && words.areIn(username)) yield { label: username, detail: '', userId };
        }
      },
    },
  ];
}

async function namesOf(assets: AssetsInSight, caller: Caller, words: Words): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const { assetId, name } of await assets(caller, words)) names.set(assetId, name);
  return names;
}

async function* findPastAlarms({ ended }: RecordFinderSources, caller: Caller, words: Words) {
  for await (const { alarm, assetName } of ended.find(caller, words)) {
    const { name, reason, assetId, alarmDefinitionId } = alarm;
    const raised = new Date(alarm.raisedMs).toISOString();
    yield { label: name || reason, detail: assetName, assetId, alarmDefinitionId, raised };
  }
}

/** Of the definitions of which the caller sees an asset: the first of these is what the command is shown on. */
async function* findCommands({ assets, commands }: RecordFinderSources, caller: Caller, words: Words) {
  const all = await commands();
  if (all.length === 0) return;
  const first = new Map<number, NamedAsset>();
  for (const asset of await assets(caller, words)) {
    if (!first.has(asset.assetDefinitionId)) first.set(asset.assetDefinitionId, asset);
  }
  for (const { commandDefinitionId, assetDefinitionId, name, module, command } of all) {
    const asset = first.get(assetDefinitionId);
    if (asset === undefined || !words.areIn(name, module, command, asset.definitionName)) continue;
    yield { label: name, detail: asset.definitionName, commandDefinitionId, assetDefinitionId, assetId: asset.assetId };
  }
}

async function* findFiles({ files, assets }: RecordFinderSources, caller: Caller, words: Words) {
  let names: Map<number, string> | undefined;
  for (let offset = 0; ; offset += FILES_AT_ONCE) {
    const page = await files(caller, words, { limit: FILES_AT_ONCE, offset });
    if (page.length > 0) names ??= await namesOf(assets, caller, words);
    for (const { fileId, filename, assetId } of page) {
      const detail = assetId === null ? '' : (names?.get(assetId) ?? '');
      yield { label: filename, detail, fileId, ...(assetId === null ? {} : { assetId }) };
    }
    if (page.length < FILES_AT_ONCE) return;
  }
}
