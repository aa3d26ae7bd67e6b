import { bareHost, type MqttFacts, type Recipe, sampleMessage, telemetryTopic } from './recipe.ts';

/** A sketch for an ESP32 or an ESP8266. A text in JSON is one in C++, too. */
export function arduinoRecipe({ host, mqttPort, accessToken, kind }: MqttFacts): Recipe {
  const text = (value: string) => JSON.stringify(value);
  const sketch = `#ifdef ESP8266
#include <ESP8266WiFi.h>
#else
#include <WiFi.h>
#endif
#include <PubSubClient.h>

const char* WIFI_NAME = "your network";
const char* WIFI_PASSWORD = "its password";

WiFiClient network;
PubSubClient portal(network);

void setup() {
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(250);
  portal.setServer(${text(bareHost(host))}, ${mqttPort});
  portal.setBufferSize(1024);
}

void loop() {
  if (!portal.connected() && !portal.connect(WiFi.macAddress().c_str(), ${text(accessToken)}, "")) {
    delay(5000);
    return;
  }
  portal.loop();
  portal.publish(${text(telemetryTopic(kind))}, ${text(sampleMessage(kind))});
  delay(5000);
}
`;
  return {
    name: 'Arduino / ESP',
    lead: 'Install the library PubSubClient. It publishes with QoS 0: a value that is lost on the way is not sent again.',
    parts: [{ title: 'Sketch', text: sketch }],
    fields: [],
  };
}
