import type { PortalStatus } from '@telltale/contract';
import type { Historian } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import { type DiskSpace, reserveOf } from '#disk-space.ts';
import type { Caller } from '#http/caller.ts';
import { forbidden } from '#http/errors.ts';
import type { Quarantine } from '#ingest/quarantine/quarantine.ts';
import type { MailTrouble } from '#mail/mail-repository.ts';
import type { Health } from '../health.ts';
import type { CallTimes } from './call-times.ts';
import { fullAtMs, type Pulse } from './pulse.ts';
import type { StatusRepository } from './status-repository.ts';

const MOST_CALLS = 10;
const MOST_DEVICES = 10;

interface Parts {
  version: string;
  startedMs: number;
  clock: Clock;
  health: Health;
  historian: Pick<Historian, 'stats'>;
  pulse: Pulse;
  callTimes: CallTimes;
  quarantine: Pick<Quarantine, 'worst' | 'total'>;
  repository: StatusRepository;
  space: () => Promise<DiskSpace>;
  ingest: () => Pick<
    PortalStatus['ingest'],
    'pointsWaiting' | 'pointsStored' | 'assets' | 'assetsConnected' | 'browsers'
  >;
  broker: () => PortalStatus['broker'];
  cluster: () => PortalStatus['cluster'];
  databaseEngine: string;
  mailTrouble: () => Promise<MailTrouble>;
  backups: { isOn: boolean; lastGoodMs(): Promise<number | undefined>; readonly failure: string | undefined };
  certificateEndsMs: () => number | undefined;
}

/** How the portal itself is, for whoever runs it: it tells of devices and calls of every unit. */
export class StatusService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws HttpError 403 for administrators of another unit than the first */
  async read(caller: Caller): Promise<PortalStatus> {
    if (!caller.visibility.everything)
      throw forbidden('Only administrators of the first admin unit see how the portal is.');
    const { version, startedMs, health, callTimes, quarantine, repository, ingest, backups } = this.#parts;
    const { pulse, databaseEngine, mailTrouble, certificateEndsMs } = this.#parts;
    const [faults, warnings, calls, waiting, databaseBytes, lastGoodMs, trouble] = await Promise.all([
      health.findFaults(),
      health.findWarnings(),
      callTimes.slowest(MOST_CALLS),
      repository.waiting(),
      repository.bytes(),
      backups.lastGoodMs(),
      mailTrouble(),
    ]);
    return {
      version,
      startedAt: iso(startedMs),
      faults,
      warnings,
      ingest: {
        ...ingest(),
        minutes: pulse.minutes.map(({ timeMs, ...minute }) => ({ time: iso(timeMs), ...minute })),
        setAside: quarantine.total,
      },
      disk: await this.#disk(),
      process: { memoryBytes: process.memoryUsage.rss(), databaseBytes, databaseEngine },
      calls,
      devices: quarantine.worst(MOST_DEVICES).map(({ source, name, total, reason }) => ({
        assetId: source.assetId ?? null,
        gatewayId: source.gatewayId ?? null,
        name,
        setAside: total,
        reason,
      })),
      broker: this.#parts.broker(),
      cluster: this.#parts.cluster(),
      waiting,
      mails: {
        waitingSince: isoOrNull(trouble.waitingSinceMs ?? undefined),
        problem: trouble.problem,
        givenUp: trouble.givenUp,
      },
      backups: {
        isOn: backups.isOn,
        lastGoodAt: lastGoodMs === undefined ? null : iso(lastGoodMs),
        failure: backups.failure ?? null,
      },
      certificateEndsAt: isoOrNull(certificateEndsMs()),
    };
  }

  async #disk(): Promise<PortalStatus['disk']> {
    const { clock, historian, pulse, space } = this.#parts;
    const found = await space();
    const { bytesOnDisk: historyBytes, points: historyPoints, engine: historyEngine } = historian.stats();
    const left = found.freeBytes - reserveOf(found);
    return {
      ...found,
      historyBytes,
      historyPoints,
      historyEngine,
      bytesPerDay: pulse.bytesPerDay ?? null,
      fullAt: isoOrNull(fullAtMs(clock.now(), left, pulse.bytesPerDay)),
    };
  }
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const isoOrNull = (timeMs: number | undefined) => (timeMs === undefined ? null : iso(timeMs));
