import { firstHourRoutes } from '#features/first-hour/first-hour-routes.ts';
import { FirstHourService } from '#features/first-hour/first-hour-service.ts';
import { MailServerService } from '#features/first-hour/mail-server-service.ts';
import type { Route } from '#http/route.ts';
import type { Foundation } from '../foundation.ts';
import type { Ingest } from '../ingest.ts';

/** Setting up a portal. */
export interface FirstHour {
  readonly firstHour: FirstHourService;
  readonly firstHourRoutes: readonly Route[];
}

export async function openFirstHour(
  { work, config, log, mailer, portalName, news, secretBox }: Foundation,
  { connections }: Ingest,
): Promise<FirstHour> {
  const mailServer = new MailServerService({
    ...{ work, box: secretBox, smtpUrl: config.smtpUrl, route: mailer, news: news.settings, log },
    portalName: () => portalName.shown,
  });
  const firstHour = new FirstHourService({
    work,
    news: news.settings,
    hasMailServer: () => mailer.hasServer,
    lastHeard: () => connections.lastHeard,
    onNamed: (name) => {
      portalName.given = name;
    },
  });
  news.settings.subscribe(({ setting }) => {
    if (setting === 'portal name') return firstHour.load();
    return setting === 'mail server' ? mailServer.load() : undefined;
  });
  await mailServer.load();
  await firstHour.load();
  return { firstHour, firstHourRoutes: firstHourRoutes(firstHour, mailServer) };
}
