import type { AssetId } from '@telltale/contract';
import { FileQuota } from '#features/files/file-quota.ts';
import { FileRepository } from '#features/files/file-repository.ts';
import { fileRoutes } from '#features/files/file-routes.ts';
import { FileService } from '#features/files/file-service.ts';
import { FileStore } from '#features/files/file-store.ts';
import { DeviceUploads } from '#features/files/uploads/device-uploads.ts';
import { TusProtocol } from '#features/files/uploads/tus-protocol.ts';
import { UploadContent } from '#features/files/uploads/upload-content.ts';
import { UploadRepository } from '#features/files/uploads/upload-repository.ts';
import { uploadRoutes } from '#features/files/uploads/upload-routes.ts';
import { UploadService } from '#features/files/uploads/upload-service.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import { DiskReserve } from '../ingest/disk-reserve.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';

/** Files that users upload and download. */
export interface Files {
  readonly fileService: FileService;
  readonly uploadService: UploadService;
  readonly deviceUploads: DeviceUploads;
  readonly fileRoutes: readonly Route[];
}

export async function openFiles(
  { config, db, work, folder, clock, log, closing }: Foundation,
  { assetReader, dropPlans }: Equipment,
): Promise<Files> {
  const files = new FileRepository(db);
  const store = new FileStore(folder.filesFolder, folder.incomingFolder);
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
  const uploads = new UploadRepository(db);
  const uploadService = new UploadService({
    work,
    uploads,
    content: new UploadContent(folder.uploadsFolder),
    store,
    quota,
    reserve,
    requireAsset,
    requireAssetWithin: assetReader.within.bind(assetReader),
    clock,
    log,
  });
  await uploadService.start();
  closing.defer(() => uploadService.close());
  const routes = [
    ...fileRoutes(fileService, requireAsset),
    ...uploadRoutes(uploadService, new TusProtocol(uploadService)),
  ];
  const deviceUploads = new DeviceUploads({ service: uploadService, uploads, files });
  return { fileService, uploadService, deviceUploads, fileRoutes: routes };
}
