import type { BrokerAddress } from './broker-address.ts';

/** Why there is no connection to an outside broker, in words for who runs the portal. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  /**
   * `settings`: it will not get better by itself. `version`: the broker may speak an older MQTT. `topics`: it lets the portal
   * in, and ends the connection over what that asks for there.
   */
  readonly kind: 'away' | 'settings' | 'version' | 'topics';

  constructor(message: string, kind: ConnectFailure['kind'], options: ErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
  }
}

const AWAY: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no machine of this name',
  EAI_AGAIN: 'the name of the machine cannot be looked up now',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'the machine cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it does not answer',
};
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT/;
const NO_TLS = /^(EPROTO|ERR_SSL_)/;

/** What an error of the socket says. */
export function failureOfSocket(error: unknown, address: BrokerAddress): ConnectFailure {
  const { text, tls } = address;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const said = (what: string, kind: ConnectFailure['kind']) =>
    new ConnectFailure(`The MQTT broker ${text}: ${what}.`, kind, { cause: error });
  if (code === 'ECONNRESET' || code === 'EPIPE') return failureOfSilence(address, error);
  const away = AWAY[code];
  if (away !== undefined) return said(away, 'away');
  if (tls && CERTIFICATE.test(code)) {
    const advice = 'Set TELLTALE_BROKER_CA to the certificate of who signed it';
    return said(`its certificate is not trusted (${message}). ${advice}`, 'settings');
  }
  if (tls && NO_TLS.test(code))
    return said('it does not speak TLS at this port. Is it mqtt:// instead of mqtts://?', 'settings');
  return said(message, 'away');
}

const V5: Readonly<Record<number, string>> = {
  133: 'it refuses the client id. Set TELLTALE_BROKER_CLIENT_ID',
  136: 'it is not available now',
  137: 'it is busy',
  138: 'it has banned the portal',
  140: 'it wants another way to log in than user and password',
  149: 'it finds the packet too large',
  151: 'a quota is used up',
  156: 'it names another broker',
  157: 'it has moved',
  159: 'too many connections come in a second',
};
const REFUSED = 'it refuses the user name or password of TELLTALE_BROKER_URL';
const WRONG_V5: ReadonlySet<number> = new Set([133, 138, 140]);

/** What the broker's refusal of a CONNECT says, by its code. */
export function failureOfCode(code: number, version: 4 | 5, { text }: BrokerAddress): ConnectFailure {
  const said = (what: string, kind: ConnectFailure['kind']) =>
    new ConnectFailure(`The MQTT broker ${text}: ${what}.`, kind);
  if (code === 1 || code === 0x84) return said('it does not speak this version of MQTT', 'version');
  if (version === 4) {
    if (code === 4 || code === 5) return said(REFUSED, 'settings');
    if (code === 2) return said(V5[133] ?? '', 'settings');
    return said(code === 3 ? 'it is not available now' : `it refuses the portal (code ${code})`, 'away');
  }
  if (code === 0x86 || code === 0x87) return said(REFUSED, 'settings');
  return said(V5[code] ?? `it refuses the portal (reason ${code})`, WRONG_V5.has(code) ? 'settings' : 'away');
}

/** The first part of Sparkplug's topics has a dot, which not every broker takes. */
export const WITHOUT_SPARKPLUG =
  'At a broker that takes no topics with a dot (NATS before 2.10 among them) write "sparkplug": false into broker.json: the portal then takes gateway topics and plain topics alone';

/** It lets the portal in, and not once that names a topic of Sparkplug. */
export const endsOver = (topics: readonly string[]): string =>
  `it lets the portal in, and ends the connection over ${topics.join(', ')}. ${WITHOUT_SPARKPLUG}`;

/** It hung up, or said something else than MQTT, before it had answered: perhaps it knows an older MQTT. */
export function failureOfSilence({ text, tls }: BrokerAddress, cause?: unknown): ConnectFailure {
  const advice = tls
    ? 'Does it speak MQTT there, with TLS?'
    : 'Does it speak MQTT there? Or does it want TLS: mqtts://?';
  return new ConnectFailure(`The MQTT broker ${text}: it ends the connection without an answer. ${advice}`, 'version', {
    cause,
  });
}
