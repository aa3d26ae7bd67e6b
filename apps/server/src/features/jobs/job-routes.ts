import { jobs } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { JobService } from './job-service.ts';
import type { SerialAttributeService } from './serial-attribute-service.ts';

export interface JobRoutesOptions {
  jobs: JobService;
  serials: SerialAttributeService;
}

export function jobRoutes({ jobs: service, serials }: JobRoutesOptions): Route[] {
  return [
    route(
      jobs.putSerialAttributes,
      ({ caller, params, query, body }) => serials.put(caller, params.serialNumber, query.rig, body),
      {
        scope: ({ caller, params }) => serials.requireKnown(caller, params.serialNumber),
      },
    ),
    route(jobs.listJobs, ({ caller, query }) => service.list(caller, query)),
    route(jobs.getJob, ({ caller, params }) => service.get(caller, params.jobId)),
    route(jobs.closeJob, ({ caller, params, body }) => service.close(caller, params.jobId, body.closeTime), {
      scope: ({ caller, params }) => service.require(caller, params.jobId),
    }),
    route(jobs.reopenJob, ({ caller, params }) => service.reopen(caller, params.jobId)),
  ];
}
