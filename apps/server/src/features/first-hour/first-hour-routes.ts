import { firstHour } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { FirstHourService } from './first-hour-service.ts';
import type { MailServerService } from './mail-server-service.ts';

/** Setting up a portal: how far it is, its name, its mail server. */
export function firstHourRoutes(service: FirstHourService, mailServer: MailServerService): Route[] {
  return [
    route(firstHour.getFirstHour, ({ caller }) => service.read(caller)),
    route(firstHour.saveFirstHour, ({ caller, body }) => service.save(caller, body)),
    route(firstHour.getMailServer, ({ caller }) => mailServer.read(caller)),
    route(firstHour.saveMailServer, ({ caller, body }) => mailServer.save(caller, body)),
    route(firstHour.testMailServer, ({ caller, body }) => mailServer.test(caller, body)),
  ];
}
