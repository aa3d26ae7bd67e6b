import { z } from 'zod';
import { assetIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { attributeSchema, MAX_ATTRIBUTES_OF_ASSET } from '../assets.ts';
import { call, may, mayCreateOrModify } from '../call.ts';

const jobId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const jobInPath = z.object({ jobId: idInPath(jobId) });
const attribute = attributeSchema.omit({ assetId: true });
const serialNumber = z.string().trim().min(1).max(300);

export const putSerialAttributes = call({
  method: 'POST',
  path: '/api/serialNumber/{serialNumber}/attributes',
  access: mayCreateOrModify('Jobs'),
  summary:
    'Set the attributes of a job in the asset with this serial number, all or none; HCU-LIME!{job} makes the asset of the job where there is none. Other attributes than those of jobs need Attributes/Modify',
  params: z.object({ serialNumber }),
  query: z.object({
    /** The serial number of the rig: an asset that is made is seen by whoever sees this one. */
    rig: serialNumber.optional(),
  }),
  body: z.array(attribute).min(1).max(MAX_ATTRIBUTES_OF_ASSET),
  maxBodyBytes: 4_000_000,
  reply: z.array(attributeSchema),
});

export const jobSchema = z.object({
  jobId,
  /** The rig that it is, or was, done with. */
  assetId: assetIdSchema,
  /** Oil company, pad and well. */
  jobSerialNumber: z.string(),
  /** As planned; null where nobody said. */
  startTime: isoTimeSchema.nullable(),
  endTime: isoTimeSchema.nullable(),
  openedAt: isoTimeSchema,
  openedBy: z.string(),
  /** Null: it is the one that the rig is on. */
  closedAt: isoTimeSchema.nullable(),
  closedBy: z.string().nullable(),
  /** What was said of it and which activities are complete, without the projection; as it was when it was closed. */
  attributes: z.array(attribute),
});
export type Job = z.infer<typeof jobSchema>;

export const listJobs = call({
  method: 'GET',
  path: '/api/ef/jobs',
  access: may('Jobs', 'View'),
  summary: 'The jobs of the rigs that the caller may see, newest first',
  query: z.object({
    assetId: idInPath(assetIdSchema).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), jobs: z.array(jobSchema) }),
});

export const getJob = call({
  method: 'GET',
  path: '/api/ef/jobs/{jobId}',
  access: may('Jobs', 'View'),
  summary: 'One job of a rig that the caller may see',
  params: jobInPath,
  reply: jobSchema,
});

export const closeJob = call({
  method: 'POST',
  path: '/api/ef/jobs/{jobId}/close',
  access: may('Jobs', 'Modify'),
  summary: 'Close a job: its report ends there, now or at an earlier time; 409 when it is closed',
  params: jobInPath,
  body: z.object({ closeTime: isoTimeSchema.optional() }).default({}),
  reply: jobSchema,
});

export const reopenJob = call({
  method: 'DELETE',
  path: '/api/ef/jobs/{jobId}/close',
  access: may('Jobs', 'Modify'),
  summary: 'Open a job again that was closed; 409 when its rig is on another one',
  params: jobInPath,
  reply: jobSchema,
});
