import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import type { FrameSite } from '@telltale/contract';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { CertificateFiles } from '../tls/certificate-files.ts';
import type { CallerSource, RefusalListener } from './access-check.ts';
import { ARRIVAL_LIMITS, Arrival, type ArrivalLimits, refuseOn } from './arrival.ts';
import { CutRequests } from './cut-requests.ts';
import { sendError } from './error-reply.ts';
import { connectionCheck } from './protection/clear-text.ts';
import { checkHostForm, hostNameCheck } from './protection/host-check.ts';
import { readinessCheck } from './protection/readiness.ts';
import { DATA_POLICY, pagePolicy, securityHeaders } from './protection/security-headers.ts';
import { parseQueryString } from './query-string.ts';
import { registerRoutes } from './register-routes.ts';
import type { Route } from './route.ts';
import { StaticFiles } from './static-files.ts';
import { serveWebClient } from './web-client.ts';

export interface HttpServerOptions {
  config: Config;
  log: Log;
  callers: CallerSource;
  routes: readonly Route[];
  /** Hold every answer against its reply schema (tests). */
  checkReplies?: boolean;
  onRefused?: RefusalListener;
  /** Other origins from which the page may load maps. */
  mapOrigins?: readonly string[];
  /** Other sites that tiles may show in a frame, as of now: another list once they have changed. */
  frameSites?: () => readonly FrameSite[];
  arrivalLimits?: ArrivalLimits;
  /** Hears of each call how long it took until its answer began, ms. */
  onAnswer?: ((call: string, ms: number) => void) | undefined;
  /** The portal's own certificate; undefined: it speaks plain HTTP. */
  certificates?: CertificateFiles | undefined;
  /** Why nothing can be answered now; undefined: it can. */
  whyUnready?: (() => string | undefined) | undefined;
  /** What pages are headed with; '' is the product's own name. */
  portalName?: () => string;
}

/** For the keys of a connection. */
const HANDSHAKE_MS = 10_000;
const NO_SITES: readonly FrameSite[] = [];

/** The longest path parameter: attribute names and user names have up to 255 characters, percent-encoded. */
const MAX_PARAMETER_LENGTH = 1_024;

/** Makes the HTTP server with every route and the web client; it does not listen yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { config, log, arrivalLimits = ARRIVAL_LIMITS, certificates } = options;
  const headersNow = headersOfSites(options);
  // Node looks for late headers at intervals; requests as a whole are watched one by one (`Arrival`).
  const http = { headersTimeout: arrivalLimits.headersMs, connectionsCheckingInterval: arrivalLimits.headersMs / 2 };
  const secure = certificates && { ...http, ...certificates.forWeb, handshakeTimeout: HANDSHAKE_MS };
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    ...(secure ? { https: secure } : { http }),
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    // In-flight requests may finish; close() in server.ts ends what does not.
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket),
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAMETER_LENGTH,
      querystringParser: parseQueryString,
    },
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply.headers({ ...headersNow().all, 'Content-Security-Policy': DATA_POLICY }));
    },
  });
  const checkHostName = hostNameCheck(config);
  const checkConnection = connectionCheck(config);
  const checkReadiness = options.whyUnready && readinessCheck(options.whyUnready);
  const arrivals = new WeakMap<IncomingMessage, Arrival>();

  app.addHook('onRequest', async (request, reply) => {
    arrivals.set(request.raw, new Arrival(request.raw, reply.raw, arrivalLimits));
    reply.headers({ ...headersNow().all, 'Content-Security-Policy': DATA_POLICY });
    checkHostForm(request);
    checkConnection(request);
    checkReadiness?.(request);
  });
  app.addHook('onSend', async (request, reply) => {
    const { url } = request.routeOptions;
    if (url?.startsWith('/api/')) options.onAnswer?.(`${request.method} ${url}`, reply.elapsedTime);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  const cuts = new CutRequests(log);
  app.addHook('onClose', async () => cuts.tell());
  app.setErrorHandler((error, request, reply) => {
    if (!CutRequests.isCut(request.raw)) return sendError(error, request, reply);
    cuts.note();
    return reply.code(400).send();
  });
  app.register(cookie);
  app.register(async (routed) =>
    registerRoutes(routed, options.routes, {
      ...options,
      checkHostName,
      checkReplies: options.checkReplies ?? false,
      onUpload: ({ raw }) => arrivals.get(raw)?.allowUpload(),
    }),
  );
  serveWebClient(
    app,
    new StaticFiles(config.webFolder, options.portalName),
    () => headersNow().pagePolicy,
    checkHostName,
  );
  return app;
}

/** The headers of every answer and the policy of pages, made anew when the sites that may be shown have changed. */
function headersOfSites({ config, frameSites = () => NO_SITES, mapOrigins = [] }: HttpServerOptions) {
  const make = (sites: readonly FrameSite[]) => ({
    sites,
    all: securityHeaders(config, sites),
    pagePolicy: pagePolicy(
      mapOrigins,
      sites.map(({ origin }) => origin),
    ),
  });
  let made = make(frameSites());
  return () => {
    const sites = frameSites();
    if (sites !== made.sites) made = make(sites);
    return made;
  };
}

/** What the parser of HTTP itself refuses never becomes a request; it gets one line and is cut off. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Whoever sends without end does not read the answer either, and is not waited for.
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  refuseOn(socket, status);
  socket.destroySoon();
}
