import { alertAnswers, alertBrowsers, alerts, escalations } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { AlertWayService } from './alert-way-service.ts';
import type { AnswerService } from './answers/answer-service.ts';
import type { EscalationService } from './escalation/escalation-service.ts';
import type { BrowserService } from './push/browser-service.ts';

export interface AlertServices {
  ways: AlertWayService;
  escalations: EscalationService;
  answers: AnswerService;
  browsers: BrowserService;
}

export function alertRoutes({ ways, escalations: steps, answers, browsers }: AlertServices): Route[] {
  return [
    route(alertAnswers.lookAtAlertAnswer, ({ body, optionalCaller, raw }) =>
      answers.look(body.link, { address: raw.ip, caller: optionalCaller }),
    ),
    route(alertAnswers.answerAlert, ({ body, optionalCaller, raw }) =>
      answers.acknowledge(body.link, { address: raw.ip, caller: optionalCaller }),
    ),
    route(alertBrowsers.listAlertBrowsers, ({ caller }) => browsers.list(caller)),
    route(alertBrowsers.addAlertBrowser, ({ caller, body, raw }) =>
      browsers.add(caller, body, raw.headers['user-agent'] ?? ''),
    ),
    route(alertBrowsers.removeAlertBrowser, async ({ caller, params }) => {
      await browsers.remove(caller, params.browserId);
      return params;
    }),
    route(escalations.listEscalations, ({ caller }) => steps.list(caller)),
    route(escalations.saveEscalation, ({ caller, body }) => steps.save(caller, body)),
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
