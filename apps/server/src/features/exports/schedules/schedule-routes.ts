import { exportSchedules } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { ScheduleService } from './schedule-service.ts';

export function exportScheduleRoutes(service: ScheduleService): Route[] {
  return [
    route(exportSchedules.listExportSchedules, ({ caller }) => service.list(caller)),
    route(exportSchedules.addExportSchedule, ({ caller, body }) => service.add(caller, body.rhythm, body.export)),
    route(exportSchedules.removeExportSchedule, async ({ caller, params }) => {
      await service.remove(caller, params.scheduleId);
      return params;
    }),
  ];
}
