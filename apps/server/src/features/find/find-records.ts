import { type AdminId, type alarms, type files, permissionId, type SystemId, type UserId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import type { AssetsInSight, Finder } from './finder.ts';
import type { Words } from './words.ts';

export interface RecordFinderSources {
  assets: AssetsInSight;
  alarms: (caller: Caller) => readonly alarms.Alarm[];
  /** A page of the files in sight whose names match, newest first. */
  files: (
    caller: Caller,
    matches: (filename: string) => boolean,
    page: { limit: number; offset: number },
  ) => Promise<readonly files.StoredFile[]>;
  systems: (caller: Caller) => Promise<Iterable<{ systemId: SystemId; name: string; definitionName: string }>>;
  users: () => Promise<Iterable<{ userId: UserId; username: string; adminId: AdminId }>>;
  unitsInSight: (caller: Caller) => Promise<ReadonlySet<AdminId>>;
}

const FILES_AT_ONCE = 60;

/** Finds open alarms, files, systems and users. */
export function recordFinders(sources: RecordFinderSources): Finder[] {
  return [
    {
      kind: 'alarm',
      permissionId: permissionId('Alarms', 'View'),
      async *find(caller, words) {
        const open = sources.alarms(caller);
        if (open.length === 0) return;
        const names = await namesOf(sources.assets, caller);
        for (const { assetId, alarmDefinitionId, name, reason } of open) {
          const asset = names.get(assetId) ?? '';
          if (!words.areIn(name, reason, asset)) continue;
          yield { label: name || reason, detail: asset, assetId, alarmDefinitionId };
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
        for (const { systemId, name, definitionName } of await sources.systems(caller)) {
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

async function namesOf(assets: AssetsInSight, caller: Caller): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const { assetId, name } of await assets(caller)) names.set(assetId, name);
  return names;
}

async function* findFiles({ files, assets }: RecordFinderSources, caller: Caller, words: Words) {
  let names: Map<number, string> | undefined;
  for (let offset = 0; ; offset += FILES_AT_ONCE) {
    const page = await files(caller, (filename) => words.areIn(filename), { limit: FILES_AT_ONCE, offset });
    if (page.length > 0) names ??= await namesOf(assets, caller);
    for (const { fileId, filename, assetId } of page) {
      const detail = assetId === null ? '' : (names?.get(assetId) ?? '');
      yield { label: filename, detail, fileId, ...(assetId === null ? {} : { assetId }) };
    }
    if (page.length < FILES_AT_ONCE) return;
  }
}
