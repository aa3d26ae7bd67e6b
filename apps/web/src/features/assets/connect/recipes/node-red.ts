import { bareHost, type MqttFacts, type Recipe, sampleMessage, telemetryTopic } from './recipe.ts';

/** A flow to import: a message every five seconds. Node-RED takes the token of the broker's node with it. */
export function nodeRedRecipe({ host, mqttPort, isSecure, accessToken, kind }: MqttFacts): Recipe {
  const flow = [
    { id: 'telltaletab', type: 'tab', label: 'Telltale' },
    {
      id: 'telltaleinject',
      type: 'inject',
      z: 'telltaletab',
      name: 'Every 5 s',
      props: [{ p: 'payload' }],
      repeat: '5',
      once: true,
      onceDelay: 0.1,
      payload: sampleMessage(kind),
      payloadType: 'json',
      x: 150,
      y: 100,
      wires: [['telltaleout']],
    },
    {
      id: 'telltaleout',
      type: 'mqtt out',
      z: 'telltaletab',
      name: 'Telltale',
      topic: telemetryTopic(kind),
      qos: '1',
      retain: 'false',
      broker: 'telltalebroker',
      x: 350,
      y: 100,
      wires: [],
    },
    {
      id: 'telltalebroker',
      type: 'mqtt-broker',
      name: 'Telltale',
      broker: bareHost(host),
      port: String(mqttPort),
      ...(isSecure ? { usetls: true, tls: 'telltaletls' } : {}),
      protocolVersion: '4',
      autoConnect: true,
      keepalive: '60',
      cleansession: true,
      credentials: { user: accessToken, password: '' },
    },
    ...(isSecure ? [{ id: 'telltaletls', type: 'tls-config', name: 'Telltale', verifyservercert: true }] : []),
  ];
  return {
    name: 'Node-RED',
    lead: 'In the menu of Node-RED: Import, paste the flow, Import, then Deploy.',
    parts: [{ title: 'Flow', text: JSON.stringify(flow, null, 2) }],
    fields: [],
  };
}
