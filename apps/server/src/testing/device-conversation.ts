import { ErrorWithReasonCode, type MqttClient } from 'mqtt';

/** Publishes as a device does, JSON unless it is bytes, and resolves when it is acknowledged. */
export async function say(client: MqttClient, topic: string, body: unknown): Promise<void> {
  const payload = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
  await client.publishAsync(topic, payload, { qos: 1 });
}

/** Publishes where nothing is served: acknowledged all the same, of MQTT 5 with the reason. Answers the reason code. */
export async function sayInVain(client: MqttClient, topic: string, body: unknown): Promise<number> {
  try {
    await say(client, topic, body);
    return 0;
  } catch (error) {
    if (error instanceof ErrorWithReasonCode) return error.code;
    throw error;
  }
}

/** Publishes, and answers what then comes first on the topic of the answer. */
export async function ask(client: MqttClient, topic: string, body: unknown, answerTopic: string): Promise<unknown> {
  const answer = heardOn(client, answerTopic);
  await say(client, topic, body);
  return JSON.parse((await answer).toString());
}

/** The next message on the topic. */
export function heardOn(client: MqttClient, wanted: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const listener = (topic: string, payload: Buffer) => {
      if (topic !== wanted) return;
      client.off('message', listener);
      resolve(payload);
    };
    client.on('message', listener);
  });
}
