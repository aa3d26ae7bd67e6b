import classes from './connection-state.module.css';

/** `never`: nothing was ever received from it. */
export type ConnectionLevel = 'connected' | 'offline' | 'never';

const words: Readonly<Record<ConnectionLevel, string>> = {
  connected: 'Connected',
  offline: 'Offline',
  never: 'Never connected',
};

/** Whether an asset is heard of: a full disc, a crossed ring or a dotted ring, and the word. Only offline has colour. */
export function ConnectionState({ level }: { level: ConnectionLevel }) {
  return (
    <span className={classes.state} data-level={level}>
      <svg className={classes.shape} viewBox="0 0 12 12" aria-hidden="true">
        {level === 'connected' ? <circle cx="6" cy="6" r="4" className={classes.disc} /> : null}
        {level === 'offline' ? <path d="m3 3 6 6M6 1.75a4.25 4.25 0 1 0 0 8.5 4.25 4.25 0 0 0 0-8.5" /> : null}
        {level === 'never' ? <circle cx="6" cy="6" r="4" strokeDasharray="2 2.2" /> : null}
      </svg>
      <span>{words[level]}</span>
    </span>
  );
}
