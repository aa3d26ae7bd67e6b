import { z } from 'zod';
import { assetIdSchema, assetInPath, fileIdSchema, idInPath } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';

export const fileSchema = z.object({
  fileId: fileIdSchema,
  /** Null: of no asset; visible to who uploaded it and to administrators of the unit. */
  assetId: assetIdSchema.nullable(),
  filename: z.string(),
  hostname: z.string(),
  haspId: z.string(),
  /** Bytes. */
  length: z.number().int(),
  /** When it was uploaded. */
  timestamp: isoTimeSchema,
  /** Of the content, in hexadecimal digits. */
  sha256: z.string(),
  /** Who uploaded it. */
  user: z.string(),
});
export type StoredFile = z.infer<typeof fileSchema>;

/** Files in one upload. */
export const MAX_FILES_PER_UPLOAD = 100;
export const MAX_FILENAME_LENGTH = 255;

const fileInPath = z.object({ fileId: idInPath(fileIdSchema) });

export const listAssetFiles = call({
  method: 'GET',
  path: '/api/ef/assets/{assetId}/files',
  access: may('Files', 'View'),
  summary: 'The files of an asset, newest first',
  params: assetInPath,
  reply: z.array(fileSchema),
});

export const uploadAssetFiles = call({
  method: 'POST',
  path: '/api/ef/assets/{assetId}/files',
  access: may('Files', 'Create'),
  summary: 'Upload files of an asset: multipart/form-data, one field `file` for each; all or none are kept',
  params: assetInPath,
  reply: z.array(fileSchema),
});

export const listFiles = call({
  method: 'GET',
  path: '/api/files',
  access: may('Files', 'View'),
  summary:
    'Files in sight, newest first; `filename` is a pattern in which % stands for any text and _ for one character',
  query: z.object({
    /** Of the upload; both inclusive. */
    startDate: isoTimeSchema.optional(),
    endDate: isoTimeSchema.optional(),
    /** `\` before %, _ or itself takes away their meaning. Case does not matter. */
    filename: z.string().max(5_000).default('%'),
    limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: z.array(fileSchema),
});

export const uploadFiles = call({
  method: 'POST',
  path: '/api/files',
  access: may('Files', 'Create'),
  summary: 'Upload files of no asset: multipart/form-data, one field `file` for each; all or none are kept',
  reply: z.array(fileSchema),
});

export const downloadFile = call({
  method: 'GET',
  path: '/api/files/{fileId}/download',
  access: may('Files', 'View'),
  summary: 'The content of a file, as an attachment',
  params: fileInPath,
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

export const deleteFile = call({
  method: 'DELETE',
  path: '/api/files/{fileId}',
  access: may('Files', 'Delete'),
  summary: 'Delete a file',
  params: fileInPath,
  reply: z.object({ fileId: fileIdSchema }),
});
