import { bareHost, type MqttFacts, type Recipe, sampleMessage, telemetryTopic } from './recipe.ts';

const SECURE_NETWORK = `// The certificate of the authority that signed the portal's, from its operator.
const char* AUTHORITY = R"(-----BEGIN CERTIFICATE-----
...
-----END CERTIFICATE-----)";

WiFiClientSecure network;`;

/** A certificate is good from one day to another: an ESP8266 has to be told which it is. */
const TRUST = `#ifdef ESP8266
  configTime(0, 0, "pool.ntp.org");
  while (time(nullptr) < 1000000000) delay(250);
  network.setTrustAnchors(new BearSSL::X509List(AUTHORITY));
#else
  network.setCACert(AUTHORITY);
#endif
`;

/** A sketch for an ESP32 or an ESP8266. A text in JSON is one in C++, too. */
export function arduinoRecipe({ host, mqttPort, isSecure, accessToken, kind }: MqttFacts): Recipe {
  const text = (value: string) => JSON.stringify(value);
  const sketch = `#ifdef ESP8266
#include <ESP8266WiFi.h>
#else
#include <WiFi.h>
#endif
${isSecure ? '#include <WiFiClientSecure.h>\n' : ''}#include <PubSubClient.h>

const char* WIFI_NAME = "your network";
const char* WIFI_PASSWORD = "its password";

${isSecure ? SECURE_NETWORK : 'WiFiClient network;'}
PubSubClient portal(network);

void setup() {
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  while (WiFi.status() != WL_CONNECTED) delay(250);
${isSecure ? TRUST : ''}  portal.setServer(${text(bareHost(host))}, ${mqttPort});
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
