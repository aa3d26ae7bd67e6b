import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/**
 * How a mail server treats mails: takes them, says that it is not now, that there is nobody of that name, never
 * answers, or takes them and breaks off before it says so.
 */
export type MailServerMood = 'takes' | 'not now' | 'nobody' | 'hangs' | 'breaks off';

export interface MailServer {
  readonly url: string;
  readonly port: number;
  /** What was taken, in order. */
  readonly received: Email[];
  /** How often somebody tried to hand over a mail. */
  readonly attempts: number;
  mood: MailServerMood;
  close(): Promise<void>;
}

const refusal = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode });

/**
 * A real mail server.
 * @param onReceived hears of each mail as soon as it is there; the server says that it has taken it once that is done
 * @param port 0: a free one
 */
export async function startMailServer(
  mood: MailServerMood = 'takes',
  onReceived: (mail: Email) => unknown = () => undefined,
  port = 0,
): Promise<MailServer> {
  const received: Email[] = [];
  const state = { mood, attempts: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo(_address, _session, done) {
      state.attempts++;
      if (state.mood === 'nobody') return done(refusal('no such user', 550));
      if (state.mood === 'not now') return done(refusal('try later', 451));
      if (state.mood !== 'hangs') done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        received.push(mail);
        await onReceived(mail);
        if (state.mood !== 'breaks off') return done();
        for (const connection of connectionsOf(server)) if (connection.session === session) connection.close();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: listening } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    received,
    get attempts() {
      return state.attempts;
    },
    get mood() {
      return state.mood;
    },
    set mood(next) {
      state.mood = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Connection {
  session: unknown;
  close(): void;
}

function connectionsOf(server: SMTPServer): Iterable<Connection> {
  return (server as unknown as { connections: Set<Connection> }).connections;
}
