/** The alarms that nobody has acknowledged, as far as this window knows them. */
export interface KnownAlarms {
  /** When the newest of them was raised; empty: there was none. */
  readonly newest: string;
  readonly count: number;
}

/** What has been raised since the window was opened, or since its banner was closed. */
export interface AlarmsSince {
  /** The newest alarm that was known before; empty: there was none, or those that came are not newer than it. */
  readonly since: string;
  /** How often alarms came that are not the newest. */
  readonly late: number;
}

/**
 * Whether alarms came. One has the time of the value that raised it: that of a device whose clock is behind, of a gateway that sends
 * once a minute, or one that comes back from being shelved, is no newer than those that are there, but one more.
 * @param told what the banner tells already
 */
export function alarmsSince(
  before: KnownAlarms,
  now: KnownAlarms,
  told: AlarmsSince | undefined,
): AlarmsSince | undefined {
  if (now.newest > before.newest) return told ?? { since: before.newest, late: 0 };
  if (now.count > before.count) return { since: '', late: (told?.late ?? 0) + 1 };
  return told;
}
