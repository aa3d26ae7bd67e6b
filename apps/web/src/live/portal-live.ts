import type { QueryClient } from '@tanstack/react-query';
import type { SeriesSource } from '#readings/series.ts';
import { checkSession } from '#session/session.ts';
import { useSessionStore } from '#session/session-store.ts';
import { LiveConnection } from './live-connection.ts';
import { LiveStore } from './live-store.ts';
import type { PortalAnswers } from './portal-answers.ts';
import { portalApi } from './portal-api.ts';
import { HistorySeriesFeed } from './series-feed.ts';
import { ServerClock } from './server-clock.ts';
import { readTopicRoot } from './topic-root.ts';

/** Live data of the portal that this page came from. */
export interface Live {
  readonly connection: LiveConnection;
  readonly store: LiveStore;
  readonly series: SeriesSource;
  readonly clock: ServerClock;
  readonly portal: PortalAnswers;
}

let live: Live | undefined;

/**
 * The browser window's one live connection, made when it is first needed; it follows the session.
 * @param records the window's server records
 */
export function portalLive(records: QueryClient): Live {
  live ??= createLive(records);
  return live;
}

function createLive(records: QueryClient): Live {
  const clock = new ServerClock();
  const portal = portalApi(clock, records);
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const connection = new LiveConnection({
    url: `${scheme}://${window.location.host}/mqtt`,
    openSocket: (url) => new WebSocket(url, 'mqtt'),
    random: Math.random,
  });
  const store = new LiveStore({ connection, portal, clock, random: Math.random });
  const options = { live: store, portal, clock, random: Math.random };
  followSession(connection);
  window.addEventListener('online', () => connection.retryNow());
  void readTopicRoot().then((host) => connection.setHost(host));
  return { connection, store, series: { open: (request) => new HistorySeriesFeed(request, options) }, clock, portal };
}

function followSession(connection: LiveConnection): void {
  const follow = () => {
    const { authId, brokerToken } = useSessionStore.getState();
    connection.setIdentity(authId === undefined || brokerToken === undefined ? undefined : { authId, brokerToken });
  };
  follow();
  useSessionStore.subscribe(follow);
  connection.listen({
    // The hub turns away a token whose session is over: the session check says so, and leads to /login.
    statusChanged: (status) => {
      if (status === 'refused') void checkSession();
    },
  });
}
