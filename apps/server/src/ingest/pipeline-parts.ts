import type { Historian } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { CommitSink } from './commit.ts';
import type { Connections } from './connections.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { ItemRegistrar } from './item-registrar.ts';
import type { LiveFeed } from './live-feed.ts';
import type { MessageOrigin } from './message-origin.ts';
import type { IntakeReport } from './quarantine/intake-report.ts';
import type { Quarantine } from './quarantine/quarantine.ts';
import type { ArrivalTicks } from './time/arrival-time.ts';

export interface AcceptOptions {
  /** False: not a sign of life of the device (an import). */
  isContact?: boolean;
  /** Is told what becomes of the message's points. */
  report?: IntakeReport;
  /** Who sent it, for whoever asks why a value is what it is. */
  origin?: MessageOrigin;
}

export interface PipelineParts {
  historian: Historian;
  /** Takes commits instead of the historian, and makes them take effect; undefined: that is done here. */
  sink?: CommitSink | undefined;
  /** Says when the disk has no room for more history. */
  reserve: { readonly fault: string | undefined };
  /** Of this node, where several give times to what came without one; undefined: it is alone. */
  ticks?: ArrivalTicks | undefined;
  registry: DeviceRegistry;
  registrar: ItemRegistrar;
  connections: Connections;
  quarantine: Quarantine;
  feeds: readonly LiveFeed[];
  clock: Clock;
  log: Log;
}
