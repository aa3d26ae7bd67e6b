import { alarmLists } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { AlarmActs } from './alarm-acts.ts';
import type { AlarmListService } from './alarm-list-service.ts';

export interface AlarmListServices {
  lists: AlarmListService;
  acts: AlarmActs;
}

export function alarmListRoutes({ lists, acts }: AlarmListServices): Route[] {
  return [
    route(alarmLists.getAlarmSummary, ({ caller }) => lists.summary(caller)),
    route(alarmLists.listAlarmCounts, ({ caller }) => lists.counts(caller)),
    route(alarmLists.searchAlarms, ({ caller, query }) => lists.search(caller, query)),
    route(alarmLists.actOnAlarms, ({ caller, body }) => acts.act(caller, body)),
  ];
}
