import { calendar } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import { type CalendarService, toEntry } from './calendar-service.ts';

export function calendarRoutes(service: CalendarService): Route[] {
  return [
    route(calendar.listMaintenance, async ({ caller, query }) => {
      const { from, to, ...narrowing } = query;
      const span = { fromMs: Date.parse(from), toMs: Date.parse(to) };
      const { rows, isCut, types } = await service.list(caller, narrowing, span);
      return { entries: rows.map(toEntry), isCut, types };
    }),
  ];
}
