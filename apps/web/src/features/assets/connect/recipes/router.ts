import { bareHost, type MqttFacts, type Recipe, sampleMessage, telemetryTopic } from './recipe.ts';

/** What the forms of routers that send over MQTT ask for; their makers name the fields much alike. */
export function routerRecipe({ host, mqttPort, isSecure, accessToken, kind }: MqttFacts): Recipe {
  return {
    name: 'Router',
    lead:
      'Teltonika: Services, Data to Server, with MQTT as the type of server. Milesight: the MQTT server of the application or of the Modbus channels. ' +
      (kind === 'asset'
        ? 'Send one flat JSON object of names and values.'
        : 'Send a JSON object with the values of each device below its serial number.'),
    parts: [{ title: 'Message', text: sampleMessage(kind) }],
    fields: [
      { name: 'Server address', value: bareHost(host) },
      { name: 'Port', value: String(mqttPort) },
      ...(isSecure ? [{ name: 'TLS', value: 'on' }] : []),
      { name: 'User name', value: accessToken },
      { name: 'Password', value: '' },
      { name: 'Topic', value: telemetryTopic(kind) },
      { name: 'QoS', value: '1' },
    ],
  };
}
