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
  summary: 'The content of a file, as an attachment; answers Range requests',
  params: fileInPath,
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

export const viewFile = call({
  method: 'GET',
  path: '/api/files/{fileId}/view',
  access: may('Files', 'View'),
  summary: 'The content of a picture, a video, a sound or a text, to be shown in place; 415 for whatever else',
  params: fileInPath,
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

export const filePageSchema = z.object({
  /** Files of other names, or of other assets; all that bear one name are versions of one file. */
  total: z.number().int(),
  /** Names of the folders in the folder that was asked for. */
  folders: z.array(z.string()),
  /** The newest of each name, with those before it, newest first. */
  files: z.array(fileSchema.extend({ older: z.array(fileSchema) })),
});
export type FilePage = z.infer<typeof filePageSchema>;

/** Characters of a name that files are searched by. */
export const MAX_FILE_SEARCH = 255;
/** What a path of a file inside its folders has at most. */
export const MAX_FILE_PATH_LENGTH = 1_000;

export const listFilePage = call({
  method: 'GET',
  path: '/api/ef/files',
  access: may('Files', 'View'),
  summary: 'One page of the files in sight, newest first, each with its earlier versions, and how many there are',
  query: z.object({
    /** Stands in the name, without regard to case. */
    search: z.string().max(MAX_FILE_SEARCH).default(''),
    /** Of this asset; `none`: of no asset. */
    asset: z.union([z.literal('none'), idInPath(assetIdSchema)]).optional(),
    /**
     * The files right below this folder ('' for those in none) and the names of its folders; with a search all that lie anywhere below.
     * Absent: in whichever folder.
     */
    folder: z.string().max(MAX_FILE_PATH_LENGTH).optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  }),
  reply: filePageSchema,
});

/** An upload that may be broken off and gone on with, by the tus protocol 1.0.0 (https://tus.io). */
export const UPLOADS_PATH = '/api/files/uploads';
const uploadInPath = z.object({ uploadId: z.string().regex(/^[\w-]{1,64}$/) });

export const beginUpload = call({
  method: 'POST',
  path: UPLOADS_PATH,
  access: may('Files', 'Create'),
  summary:
    'Begin a resumable upload (tus 1.0.0): Upload-Length, and Upload-Metadata with filename (its folders before it) and assetId',
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
});

export const findUpload = call({
  method: 'HEAD',
  path: `${UPLOADS_PATH}/{uploadId}`,
  access: may('Files', 'Create'),
  summary: 'How far a resumable upload of the caller has come, in Upload-Offset',
  params: uploadInPath,
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
});

export const continueUpload = call({
  method: 'PATCH',
  path: `${UPLOADS_PATH}/{uploadId}`,
  access: may('Files', 'Create'),
  summary: 'Go on with a resumable upload from Upload-Offset; with its last byte the file is there',
  params: uploadInPath,
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
});

export const endUpload = call({
  method: 'DELETE',
  path: `${UPLOADS_PATH}/{uploadId}`,
  access: may('Files', 'Create'),
  summary: 'Break off a resumable upload for good; nothing of it is kept',
  params: uploadInPath,
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
});

export const deleteFile = call({
  method: 'DELETE',
  path: '/api/files/{fileId}',
  access: may('Files', 'Delete'),
  summary: 'Delete a file',
  params: fileInPath,
  reply: z.object({ fileId: fileIdSchema }),
});
