import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { HistoryUnavailableError } from '../../port.ts';
import { textLiteral } from '../reading/sql.ts';
import { ServerRefusedError } from './connection.ts';
import { HistoryServerError } from './history-server-error.ts';
import type { HistoryServer } from './open-server.ts';

/** Whoever has not been heard of for so long is gone: its database may be taken over. */
const GONE_AFTER_US = 60_000_000;
const TELL_EVERY_MS = 20_000;
/** Whoever has just looked need not look again: nobody takes over in the meantime from one that is heard of. */
const LOOK_EVERY_MS = 1000;
const NOW = 'toUnixTimestamp64Micro(now64(6))';

/** Who claims a database: a portal of one process, or a node of one of several, which share the claim. */
export interface Identity {
  portal: string;
  /** Its name, which no other node has. */
  node?: string;
}

const idOf = ({ portal, node }: Identity): string => (node === undefined ? portal : `${portal}/${node}`);
const portalOf = (id: string): string => id.split('/', 1)[0] ?? id;

interface Claim {
  id: string;
  session: string;
  host: string;
  /** How long ago it was heard of, by the server's clock. */
  agoUs: number;
  isThere: boolean;
}

/**
 * That a database belongs to one portal at a time: two that write into one would take each other's points for their own.
 * A portal says of itself that it is there, and looks before each write whether another one is.
 */
export class Ownership {
  readonly #server: HistoryServer;
  /** Stays with the folder or the name of the node: who was killed comes back to what is its own. */
  readonly #id: string;
  /** Of this run alone: somebody may have copied the folder, or started a node anew under the name of one that hangs. */
  readonly #session = randomUUID();
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  private constructor(server: HistoryServer, id: string) {
    this.#server = server;
    this.#id = id;
  }

  /** @throws HistoryServerError when another portal has it */
  static async claim(server: HistoryServer, identity: Identity): Promise<Ownership> {
    const ownership = new Ownership(server, idOf(identity));
    await ownership.#refuse();
    await ownership.#tell();
    try {
      // Another one may have begun at the same moment.
      await ownership.#refuse();
    } catch (error) {
      await ownership.release();
      throw error;
    }
    ownership.#timer = setInterval(() => void ownership.#keep(), TELL_EVERY_MS).unref();
    return ownership;
  }

  async #refuse(): Promise<void> {
    const other = otherOf(await this.#claims(), this.#id);
    if (!other) return;
    throw new HistoryServerError(
      `the history there belongs to another portal, on ${other.host}, which was there ${Math.round(other.agoUs / 1e6)} s ago: give each portal a database of its own (one that was killed lets go of it after a minute)`,
    );
  }

  /** @throws HistoryUnavailableError while another portal writes there */
  async check(signal?: AbortSignal): Promise<void> {
    const lookedAtMs = performance.now();
    if (lookedAtMs - this.#lookedAtMs < LOOK_EVERY_MS) return;
    const claims = await this.#claims(signal);
    const other = otherOf(claims, this.#id);
    const own = claims.find(({ id }) => id === this.#id);
    const isOurs = own === undefined || own.session === this.#session || !own.isThere;
    if (other || !isOurs) {
      throw new HistoryUnavailableError(`another portal, on ${(other ?? own)?.host}, writes into its database`, {
        isAway: true,
      });
    }
    this.#lookedAtMs = lookedAtMs;
    if (performance.now() - this.#toldAtMs >= TELL_EVERY_MS) await this.#tell(signal);
  }

  /** A portal that has nothing to write is there as well. */
  async #keep(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      // Whoever writes next hears of it.
      if (!isOfTheServer(error)) throw error;
    }
  }

  async #claims(signal?: AbortSignal): Promise<Claim[]> {
    const of = (column: string): string => `argMax(${column}, seen)`;
    const sql = `SELECT id, ${of('session')} AS newestSession, ${of('host')} AS newestHost, ${of('gone')} AS isGone,
      ${NOW} - toInt64(max(seen)) AS ago FROM ${this.#server.tables.owners} GROUP BY id`;
    const found = await this.#server.connection.select(sql, signal);
    const [ids, sessions, hosts] = [found.texts('id'), found.texts('newestSession'), found.texts('newestHost')];
    const [ago, gone] = [found.numbers('ago'), found.bytes('isGone')];
    return ids.map((id, i) => {
      const agoUs = ago[i] as number;
      const isThere = gone[i] === 0 && agoUs < GONE_AFTER_US;
      return { id: id ?? '', session: sessions[i] ?? '', host: hosts[i] ?? '', agoUs, isThere };
    });
  }

  async #tell(signal?: AbortSignal, gone = 0): Promise<void> {
    const toldAtMs = performance.now();
    const texts = [this.#id, this.#session, hostname()].map(textLiteral).join(', ');
    const into = `INSERT INTO ${this.#server.tables.owners} (id, session, host, gone, seen)`;
    await this.#server.connection.command(`${into} SELECT ${texts}, ${gone}, ${NOW}`, signal);
    this.#toldAtMs = toldAtMs;
  }

  /** Another portal may have it from now on. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    try {
      // A later run, on a copy of the folder, is not spoken for.
      const own = (await this.#claims()).find(({ id }) => id === this.#id);
      if (own?.session === this.#session) await this.#tell(undefined, 1);
    } catch (error) {
      // A server that is away forgets it by itself.
      if (!isOfTheServer(error)) throw error;
    }
  }
}

const isOfTheServer = (error: unknown) =>
  error instanceof HistoryUnavailableError || error instanceof ServerRefusedError;

/** Which other portal has it. Of two that began at once one stays: that with the lower id. */
function otherOf(claims: readonly Claim[], ownId: string): Claim | undefined {
  const own = portalOf(ownId);
  const isOwnThere = claims.some(({ id, isThere }) => isThere && portalOf(id) === own);
  return claims.find(({ id, isThere }) => isThere && portalOf(id) !== own && (!isOwnThere || portalOf(id) < own));
}

/** A portal of one process keeps who it is in its folder. */
export async function identityIn(folder: string): Promise<string> {
  const file = join(folder, 'portal-id');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const id = randomUUID();
  await writeFile(file, `${id}\n`, { mode: 0o600 });
  return id;
}
