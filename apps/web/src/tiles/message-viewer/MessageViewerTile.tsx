import { Button, TextInput } from '@mantine/core';
import { formatBytes, formatTimeOfDay } from '@telltale/domain';
import { type FormEvent, useState } from 'react';
import { useDashboardScope, useZone } from '#tile-kit/dashboard-scope.tsx';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import {
  hubAddress,
  type InspectorStatus,
  MAX_MESSAGES,
  type MessageInspection,
  useMessageInspector,
  useTopicRoot,
} from '#tile-kit/readings/use-message-inspector.ts';
import { isAsset } from '#tile-kit/records/record-list.ts';
import classes from './message-viewer.module.css';
import type { MessageViewerSettings } from './settings.ts';

const STATUS_WORDS: Record<InspectorStatus, string> = {
  closed: 'Not connected',
  connecting: 'Connecting…',
  open: 'Connected',
  refused: 'The hub refused the connection. Log in again.',
  lost: 'The connection was lost.',
};

/** What the live hub publishes, for whoever sets up devices and wants to see it (spec 1 §2). */
export function MessageViewerTile({ settings }: TileViewProps<MessageViewerSettings>) {
  const inspection = useMessageInspector();
  const { asset } = useDashboardScope();
  const root = useTopicRoot();
  return (
    <div className={classes.viewer}>
      <Connection inspection={inspection} address={settings.url} />
      <Topics
        inspection={inspection}
        topic={
          settings.topic ||
          (root === undefined || !isAsset(asset.assetId) ? '' : `${root}/assets/${asset.assetId}/dataitems/#`)
        }
      />
      <Messages inspection={inspection} />
    </div>
  );
}

function Connection({ inspection, address }: { inspection: MessageInspection; address: string }) {
  const own = hubAddress();
  const [url, setUrl] = useState(address || own);
  const isConnected = inspection.status === 'open' || inspection.status === 'connecting';
  const isOwn = url.trim().toLowerCase() === own;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isConnected) inspection.disconnect();
    else if (isOwn) inspection.connect();
  }
  return (
    <form className={classes.row} onSubmit={submit}>
      <TextInput
        className={classes.field ?? ''}
        size="xs"
        label="Broker URL"
        spellCheck={false}
        value={url}
        disabled={isConnected}
        error={isOwn ? undefined : `Only the portal’s own hub can be opened here: ${own}`}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Button size="xs" type="submit" variant={isConnected ? 'default' : 'filled'} disabled={!isConnected && !isOwn}>
        {isConnected ? 'Disconnect' : 'Connect'}
      </Button>
      <span className={classes.status} data-status={inspection.status} role="status">
        {STATUS_WORDS[inspection.status]}
      </span>
    </form>
  );
}

function Topics({ inspection, topic: first }: { inspection: MessageInspection; topic: string }) {
  const [typed, setTopic] = useState<string>();
  const topic = typed ?? first;
  return (
    <>
      <form
        className={classes.row}
        onSubmit={(event) => {
          event.preventDefault();
          inspection.addTopic(topic.trim());
        }}
      >
        <TextInput
          className={classes.field ?? ''}
          size="xs"
          label="Topic"
          spellCheck={false}
          value={topic}
          onChange={({ currentTarget }) => setTopic(currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={inspection.status !== 'open' || topic.trim() === ''}>
          Subscribe
        </Button>
      </form>
      {inspection.topics.length === 0 ? null : (
        <ul className={classes.topics} aria-label="Subscriptions">
          {inspection.topics.map(({ topic: name, state }) => (
            <li key={name} className={classes.topic}>
              <code>{name}</code>
              {state === 'refused' ? <span className={classes.refused}>refused: not yours to see</span> : null}
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Unsubscribe ${name}`}
                onClick={() => inspection.removeTopic(name)}
              >
                Unsubscribe
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Messages({ inspection }: { inspection: MessageInspection }) {
  const zone = useZone();
  const { messages, received } = inspection;
  const hint = emptyText(inspection);
  const kept = received > MAX_MESSAGES ? `, the newest ${MAX_MESSAGES} are shown` : '';
  return (
    <>
      <div className={classes.row}>
        <span className={classes.count}>
          {received.toLocaleString('en-US')} {received === 1 ? 'message' : 'messages'}
          {kept}
        </span>
        <Button size="compact-xs" variant="default" disabled={received === 0} onClick={inspection.clearMessages}>
          Clear Messages
        </Button>
      </div>
      {hint === undefined ? null : <p className={classes.hint}>{hint}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol className={classes.messages} aria-label="Messages" tabIndex={0} hidden={hint !== undefined}>
        {messages.map(({ id, timeMs, topic, text, bytes }) => (
          <li key={id} className={classes.message}>
            <span className={classes.head}>
              <time>{formatTimeOfDay(timeMs, zone)}</time> <code>{topic}</code> <span>{formatBytes(bytes)}</span>
            </span>
            <pre className={classes.payload}>{text}</pre>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What to do next while there is no message. */
function emptyText({ messages, status, topics }: MessageInspection): string | undefined {
  if (messages.length > 0) return undefined;
  if (status !== 'open') return 'Connect to see messages.';
  return topics.some(({ state }) => state !== 'refused')
    ? 'Waiting for messages…'
    : 'Subscribe to a topic to see its messages.';
}
