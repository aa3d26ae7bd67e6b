/** Equipment of a plant, in a process of its own: publishes at QoS 1 to the plant's broker, as fast as its acknowledgements come. */
import { connectAsync } from 'mqtt';

export interface BrokerLoadOrder {
  port: number;
  username: string;
  password: string;
  /** So many assets speak over so few connections. */
  assets: number;
  connections: number;
  /** Unacknowledged messages of a connection. */
  window: number;
  messages: number;
}

const LABELS = Array.from({ length: 10 }, (_, index) => `sensor ${index}`);
const DAY_MS = 86_400_000;
/** A message is a millisecond after the one before, in all orders of this process: none is a duplicate. */
let timeMs = Date.now() - DAY_MS;

async function run({ port, username, password, assets, connections, window, messages }: BrokerLoadOrder) {
  const options = { username, password, protocolVersion: 5 as const };
  const clients = await Promise.all(
    Array.from({ length: connections }, () => connectAsync(`mqtt://127.0.0.1:${port}`, options)),
  );
  let sent = 0;
  const began = performance.now();
  const lane = async (client: (typeof clients)[number]) => {
    while (sent < messages) {
      const n = sent++;
      const values = Object.fromEntries(
        LABELS.map((label, i) => [label, Math.round(1_000 * Math.sin(n / 99 + i)) / 10]),
      );
      await client.publishAsync(`plant/PS-${n % assets}`, JSON.stringify({ ts: timeMs++, values }), { qos: 1 });
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: window }, () => lane(client))));
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(clients.map((client) => client.endAsync()));
  return { seconds };
}

process.on('message', async (order: BrokerLoadOrder) => {
  process.send?.(await run(order));
});
