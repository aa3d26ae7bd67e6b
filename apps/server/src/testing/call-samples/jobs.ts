import type { CallSample, SampleWorld } from './sample.ts';

async function serialOf({ root, own }: SampleWorld): Promise<string> {
  return (await root.get<{ serialNumber: string }>(`/api/assets/${own.assetId}`)).body.serialNumber;
}

/** Puts the asset of the samples on a job that is open. */
async function anOpenJob(world: SampleWorld): Promise<{ params: { jobId: number } }> {
  const path = `/api/serialnumber/${encodeURIComponent(await serialOf(world))}/attributes`;
  await world.root.post(path, [{ attributeName: 'JobSerialNumber', attributeValue: world.name('job') }]);
  const { body } = await world.root.get<{ jobs: { jobId: number }[] }>(`/api/ef/jobs?assetId=${world.own.assetId}`);
  return { params: { jobId: body.jobs[0]?.jobId ?? 0 } };
}

/** Calls about the jobs of rigs. */
export const jobSamples: Readonly<Record<string, CallSample>> = {
  'jobs.putSerialAttributes': {
    scope: 'asset',
    also: [['Jobs', 'Modify']],
    make: async (world) => ({
      params: { serialNumber: await serialOf(world) },
      body: [{ attributeName: 'Well', attributeValue: world.name('well') }],
    }),
  },
  'jobs.listJobs': { scope: 'none', make: () => ({}) },
  'jobs.getJob': { scope: 'asset', make: anOpenJob },
  'jobs.closeJob': { scope: 'asset', make: async (world) => ({ ...(await anOpenJob(world)), body: {} }) },
  'jobs.reopenJob': {
    scope: 'asset',
    make: async (world) => {
      const job = await anOpenJob(world);
      await world.root.post(`/api/ef/jobs/${job.params.jobId}/close`, {});
      return job;
    },
  },
};
