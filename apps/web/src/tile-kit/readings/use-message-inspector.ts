import { useEffect, useState, useSyncExternalStore } from 'react';
import { type InspectorState, MessageInspector } from '#live/message-inspector.ts';
import { readTopicRoot } from '#live/topic-root.ts';
import { useSessionStore } from '#session/session-store.ts';

export { type InspectorStatus, MAX_MESSAGES, MAX_TOPICS } from '#live/message-inspector.ts';

/** Address of the portal's own live hub. */
export function hubAddress(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/mqtt`;
}

export interface MessageInspection extends InspectorState {
  connect(): void;
  disconnect(): void;
  addTopic(topic: string): void;
  removeTopic(topic: string): void;
  clearMessages(): void;
}

/** The root of all live topics; undefined until it is known. */
export function useTopicRoot(): string | undefined {
  const [root, setRoot] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void readTopicRoot().then((host) => isCurrent && setRoot(host));
    return () => {
      isCurrent = false;
    };
  }, []);
  return root;
}

/** A connection to the live hub for looking at messages; it ends with the component. */
export function useMessageInspector(): MessageInspection {
  const [inspector] = useState(
    () =>
      new MessageInspector({ url: hubAddress(), openSocket: (url) => new WebSocket(url, 'mqtt'), random: Math.random }),
  );
  useEffect(() => () => inspector.disconnect(), [inspector]);
  const state = useSyncExternalStore(inspector.subscribe, inspector.read);
  return {
    ...state,
    connect: () => {
      const { brokerToken } = useSessionStore.getState();
      if (brokerToken !== undefined) inspector.connect(brokerToken);
    },
    disconnect: () => inspector.disconnect(),
    addTopic: (topic) => inspector.addTopic(topic),
    removeTopic: (topic) => inspector.removeTopic(topic),
    clearMessages: () => inspector.clearMessages(),
  };
}
