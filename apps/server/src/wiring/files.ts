import type { AssetId } from '@telltale/contract';
import { FileQuota } from '#features/files/file-quota.ts';
import { FileRepository } from '#features/files/file-repository.ts';
import { fileRoutes } from '#features/files/file-routes.ts';
import { FileService } from '#features/files/file-service.ts';
import { FileStore } from '#features/files/file-store.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import { DiskReserve } from '../ingest/disk-reserve.ts';
import type { Foundation } from './foundation.ts';
import type { Records } from './records.ts';

/** Files that users upload and download. */
export interface Files {
  readonly fileService: FileService;
  readonly fileRoutes: readonly Route[];
}

export async function openFiles(
  { config, db, work, folder, clock, log, closing }: Foundation,
  { assetReader, dropPlans }: Records,
): Promise<Files> {
  const files = new FileRepository(db);
  const store = new FileStore(folder.filesFolder);
  await store.open();
  const reserve = new DiskReserve(config.dataFolder);
  closing.defer(() => reserve.close());
  const quota = new FileQuota({ files, quotaBytes: config.fileQuotaMb * 2 ** 20, reserve });
  const requireAsset = (caller: Caller, assetId: AssetId) => assetReader.entry(caller, assetId);
  const fileService = new FileService({
    work,
    files,
    store,
    quota,
    requireAsset,
    requireAssetWithin: assetReader.within.bind(assetReader),
    clock,
    log,
  });
  dropPlans.push((unit, assetId) => fileService.planDrop(unit, assetId));
  return { fileService, fileRoutes: fileRoutes(fileService, requireAsset) };
}
