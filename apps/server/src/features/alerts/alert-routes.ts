import { alerts } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { AlertWayService } from './alert-way-service.ts';

export function alertRoutes(ways: AlertWayService): Route[] {
  return [
    route(alerts.listAlertDeliveries, ({ caller, query }) => ways.listDeliveries(caller, query)),
    route(alerts.listAlertProblems, ({ caller }) => ways.listProblems(caller)),
    route(alerts.listAlertWebhooks, ({ caller }) => ways.listWebhooks(caller)),
    route(alerts.saveAlertWebhook, ({ caller, body }) => ways.saveWebhook(caller, body)),
    route(alerts.deleteAlertWebhook, async ({ caller, body }) => {
      await ways.deleteWebhook(caller, body.userGroupId);
      return body;
    }),
    route(alerts.getTextGateway, ({ caller }) => ways.textGateway(caller)),
    route(alerts.saveTextGateway, ({ caller, body }) => ways.saveTextGateway(caller, body)),
    route(alerts.deleteTextGateway, async ({ caller }) => {
      await ways.deleteTextGateway(caller);
      return {};
    }),
  ];
}
