import { alarmLists, alarms } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { AlarmActs } from './alarm-acts.ts';
import type { AlarmCourse } from './alarm-course.ts';
import type { AlarmListService } from './alarm-list-service.ts';

export interface AlarmListServices {
  lists: AlarmListService;
  acts: AlarmActs;
  course: AlarmCourse;
}

export function alarmListRoutes({ lists, acts, course }: AlarmListServices): Route[] {
  return [
    route(alarmLists.getAlarmSummary, ({ caller }) => lists.summary(caller)),
    route(alarmLists.listAlarmCounts, ({ caller }) => lists.counts(caller)),
    route(alarmLists.searchAlarms, ({ caller, query }) => lists.search(caller, query)),
    route(alarmLists.actOnAlarms, ({ caller, body }) => acts.act(caller, body)),
    route(alarms.getAlarmCourse, ({ caller, params, query: { from, to } }) =>
      course.read(caller, params.assetId, { fromMs: Date.parse(from), toMs: Date.parse(to) }),
    ),
  ];
}
