import { alarmCounts, alarmFloods, alarmLists, alarms } from '@telltale/contract';
import { goneSignal } from '#http/gone-signal.ts';
import { type Route, route } from '#http/route.ts';
import type { FloodListService } from '../floods/flood-list-service.ts';
import type { AlarmActs } from './alarm-acts.ts';
import type { AlarmCourse } from './alarm-course.ts';
import type { AlarmListService } from './alarm-list-service.ts';

export interface AlarmListServices {
  lists: AlarmListService;
  acts: AlarmActs;
  course: AlarmCourse;
  floods: FloodListService;
}

const optionalMs = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));

export function alarmListRoutes({ lists, acts, course, floods }: AlarmListServices): Route[] {
  return [
    route(alarmCounts.getAlarmSummary, ({ caller }) => lists.summary(caller)),
    route(alarmCounts.listAlarmCounts, ({ caller }) => lists.counts(caller)),
    route(alarmLists.searchAlarms, ({ caller, query }) => lists.search(caller, query)),
    route(alarmFloods.listFloods, ({ caller, query: { from, to, ...rest }, rawReply }) =>
      floods.list(caller, { fromMs: optionalMs(from), toMs: optionalMs(to), ...rest }, goneSignal(rawReply)),
    ),
    route(alarmLists.actOnAlarms, ({ caller, body }) => acts.act(caller, body)),
    route(alarms.getAlarmCourse, ({ caller, params, query: { from, to } }) =>
      course.read(caller, params.assetId, { fromMs: Date.parse(from), toMs: Date.parse(to) }),
    ),
  ];
}
