import { bareHost, type Recipe, type RecipeFacts, sampleMessage, telemetryTopic } from './recipe.ts';

/** A program with paho, over TCP, or over the WebSocket of the portal where it does not listen for MQTT. */
export function pythonRecipe({ host, origin, mqttPort, isSecure, accessToken, kind }: RecipeFacts): Recipe {
  const text = (value: string) => JSON.stringify(value);
  const url = new URL(origin);
  const isHttps = url.protocol === 'https:';
  const port = mqttPort ?? (Number(url.port) || (isHttps ? 443 : 80));
  const isOverSocket = mqttPort === null;
  const socket = isOverSocket ? 'client.ws_set_options(path="/device-mqtt")\n' : '';
  const tls = (isOverSocket ? isHttps : isSecure) ? 'client.tls_set()\n' : '';
  const program = `import json, time
import paho.mqtt.client as mqtt

client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2${isOverSocket ? ', transport="websockets"' : ''})
${socket}${tls}client.username_pw_set(${text(accessToken)})
client.connect(${text(bareHost(host))}, ${port})
client.loop_start()
while True:
    values = ${sampleMessage(kind)}
    client.publish(${text(telemetryTopic(kind))}, json.dumps(values), qos=1)
    time.sleep(5)
`;
  return {
    name: 'Python',
    lead: 'Install paho-mqtt 2 or later: pip install paho-mqtt',
    parts: [{ title: 'Program', text: program }],
    fields: [],
  };
}
