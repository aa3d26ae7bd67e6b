import { COMPLETED_PREFIX, JOB_ASSET_DEFINITION } from '@telltale/contract';
import type { PlannedJob } from '@telltale/domain/demo/demo-plan.ts';
import { systemCaller } from '#http/system-caller.ts';
import { nameKey } from '#names.ts';
import type { Context } from '../context.ts';
import type { DemoAsset } from './make-assets.ts';

/** More than a rig does while anybody lets a demonstration run. */
const MOST_JOBS = 200;

/**
 * Opens the jobs of a plan that the portal does not know, by what the wizard calls: the asset of the job first, then its
 * rig. Each one closes the one before. Where somebody opened a later job on a rig, that rig is left alone.
 */
export async function makeJobs(
  context: Context,
  jobs: readonly PlannedJob[],
  assets: ReadonlyMap<string, DemoAsset>,
): Promise<void> {
  for (const [serialNumber, ofRig] of Map.groupBy(jobs, (job) => job.serialNumber)) {
    const assetId = assets.get(serialNumber)?.assetId;
    if (assetId === undefined) throw new Error(`The plan has a job of ${serialNumber}, and no such asset.`);
    const known = (await context.jobService.list(systemCaller, { assetId, limit: MOST_JOBS, offset: 0 })).jobs;
    const knownNames = new Set(known.map(({ jobSerialNumber }) => nameKey(jobSerialNumber)));
    const latestMs = Math.max(0, ...known.map(({ startTime, openedAt }) => Date.parse(startTime ?? openedAt)));
    const missing = ofRig.filter(({ name, startMs }) => startMs > latestMs && !knownNames.has(nameKey(name)));
    const open = known.find(({ closedAt }) => closedAt === null);
    const current = ofRig.find(({ name }) => open && nameKey(name) === nameKey(open.jobSerialNumber));
    // The rig reports its next well by itself: what is kept of the job that ends is what was said of that one.
    if (missing.length > 0 && current) await save(context, current);
    for (const job of missing) await save(context, job);
  }
}

async function save(
  { serialAttributes, attributeService }: Context,
  { serialNumber, name, attributes, completed }: PlannedJob,
): Promise<void> {
  const inputs = Object.entries(attributes).map(([attributeName, attributeValue]) => ({
    attributeName,
    attributeValue,
  }));
  await serialAttributes.put(systemCaller, `${JOB_ASSET_DEFINITION}!${name}`, serialNumber, inputs);
  const [stored] = await serialAttributes.put(systemCaller, serialNumber, undefined, inputs);
  const marks = completed.map((activity) => ({
    attributeName: `${COMPLETED_PREFIX}${activity}`,
    attributeValue: '1',
  }));
  if (stored && marks.length > 0) await attributeService.put(systemCaller, stored.assetId, marks, 'Modify');
}
