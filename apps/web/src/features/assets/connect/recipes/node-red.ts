import { bareHost, type MqttFacts, type Recipe, sampleMessage, telemetryTopic } from './recipe.ts';

/**
 * FNV-1a of the token in 8 hexadecimal digits. Node-RED keeps the broker's node that it has of an id, with the token in it: what
 * is imported for a second device would send as the first one if both had the same ids.
 */
function idOf(accessToken: string): string {
  let hash = 0x811c9dc5;
  for (const character of accessToken) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** A flow to import: a message every five seconds. Node-RED takes the token of the broker's node with it. */
export function nodeRedRecipe({ host, mqttPort, isSecure, accessToken, kind }: MqttFacts): Recipe {
  const ids = idOf(accessToken);
  const [tab, inject, out, broker, tls] = ['tab', 'inject', 'out', 'broker', 'tls'].map(
    (part) => `telltale-${part}-${ids}`,
  );
  const flow = [
    { id: tab, type: 'tab', label: 'Telltale' },
    {
      id: inject,
      type: 'inject',
      z: tab,
      name: 'Every 5 s',
      props: [{ p: 'payload' }],
      repeat: '5',
      once: true,
      onceDelay: 0.1,
      payload: sampleMessage(kind),
      payloadType: 'json',
      x: 150,
      y: 100,
      wires: [[out]],
    },
    {
      id: out,
      type: 'mqtt out',
      z: tab,
      name: 'Telltale',
      topic: telemetryTopic(kind),
      qos: '1',
      retain: 'false',
      broker,
      x: 350,
      y: 100,
      wires: [],
    },
    {
      id: broker,
      type: 'mqtt-broker',
      name: 'Telltale',
      broker: bareHost(host),
      port: String(mqttPort),
      ...(isSecure ? { usetls: true, tls } : {}),
      protocolVersion: '4',
      autoConnect: true,
      keepalive: '60',
      cleansession: true,
      credentials: { user: accessToken, password: '' },
    },
    ...(isSecure ? [{ id: tls, type: 'tls-config', name: 'Telltale', verifyservercert: true }] : []),
  ];
  return {
    name: 'Node-RED',
    lead: 'In the menu of Node-RED: Import, paste the flow, Import, then Deploy.',
    parts: [{ title: 'Flow', text: JSON.stringify(flow, null, 2) }],
    fields: [],
  };
}
