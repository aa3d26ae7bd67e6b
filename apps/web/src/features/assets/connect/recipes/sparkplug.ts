import type { MqttFacts, Recipe } from './recipe.ts';

/** What an edge is set up with, and one in a few lines for Node.js. It speaks for devices, so it needs a gateway's token. */
export function sparkplugRecipe({ host, mqttPort, isSecure, accessToken }: MqttFacts): Recipe {
  const url = `${isSecure ? 'ssl' : 'tcp'}://${host}:${mqttPort}`;
  const program = `const { newClient } = require('sparkplug-client');

const edge = newClient({
  serverUrl: ${JSON.stringify(url)},
  username: ${JSON.stringify(accessToken)},
  password: '',
  groupId: 'Site',
  edgeNode: 'Edge-1',
  clientId: 'Site-Edge-1',
  version: 'spBv1.0',
});
const level = (value) => ({ timestamp: Date.now(), metrics: [{ name: 'Level', type: 'Double', value }] });

edge.on('birth', () => {
  edge.publishNodeBirth({ timestamp: Date.now(), metrics: [] });
  edge.publishDeviceBirth('TANK-1', level(7.3));
});
setInterval(() => edge.publishDeviceData('TANK-1', level(7 + Math.random())), 5000);
`;
  return {
    name: 'Sparkplug B',
    lead: 'In Ignition these are the fields of MQTT Transmission. The device id is the serial number of the asset; births define its data items.',
    parts: [{ title: 'Edge for Node.js (npm install sparkplug-client)', text: program }],
    fields: [
      { name: 'URL', value: url },
      { name: 'User name', value: accessToken },
      { name: 'Password', value: '' },
      { name: 'Namespace', value: 'spBv1.0' },
    ],
  };
}
